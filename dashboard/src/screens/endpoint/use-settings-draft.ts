import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useChangeOwned, useOwned } from '../../api/endpoints/owned.ts'
import type { Endpoint, SettingsRequest } from '../../api/schema.ts'
import { useToast } from '../../controls/overlays/toast.tsx'

/** Fields of a form for settings, as the owner edits them. */
type Fields = Record<string, string>

/** A part of the settings that is edited and saved together. */
export type SettingsPart<Draft extends Fields> = {
  toDraft(endpoint: Endpoint): Draft
  /** Lists only changed settings, so that concurrent changes of others survive. */
  listChanges(draft: Draft, from: Endpoint): SettingsRequest
  /** Returns a sentence for each field that is not valid. */
  findFaults(draft: Draft): Partial<Record<keyof Draft, string>>
}

export type SettingsDraft<Draft extends Fields> = ReturnType<typeof useSettingsDraft<Draft>>

/** State of a form for settings: saves with the version that the draft started from, to detect concurrent changes. */
export function useSettingsDraft<Draft extends Fields>(endpoint: Endpoint, part: SettingsPart<Draft>) {
  const [from, setFrom] = useState(endpoint)
  const [draft, setDraft] = useState(() => part.toDraft(endpoint))
  const [faults, setFaults] = useState<Partial<Record<keyof Draft, string>>>({})
  const change = useChangeOwned('endpoints', endpoint.id)
  const { refetch } = useOwned('endpoints', endpoint.id)
  const { showToast } = useToast()
  const changes = part.listChanges(draft, from)
  const isDirty = Object.keys(changes).length > 0
  const leaving = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })

  const startFrom = (after: Endpoint) => {
    setFrom(after)
    setDraft((mine) => rebase(mine, { before: part.toDraft(from), after: part.toDraft(after) }))
  }
  // Another section of the screen has saved: only a change of an edited field is a conflict.
  const before = part.toDraft(from)
  const now = part.toDraft(endpoint)
  const isMergeable = !Object.keys(draft).some(
    (field) => draft[field] !== before[field] && now[field] !== before[field],
  )
  const isNewer = endpoint.version > from.version && isMergeable
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each version of the endpoint.
  useEffect(() => {
    if (isNewer) startFrom(endpoint)
  }, [isNewer, endpoint])

  return {
    draft,
    faults,
    error: change.error,
    isDirty,
    isSaving: change.isPending,
    leaving,
    set(edited: Partial<Draft>) {
      // The error is about an earlier text.
      if (change.error) change.reset()
      setDraft((mine) => ({ ...mine, ...edited }))
      setFaults((found) => ({
        ...found,
        ...Object.fromEntries(Object.keys(edited).map((field) => [field, undefined])),
      }))
    },
    save() {
      const found = part.findFaults(draft)
      setFaults(found)
      if (Object.keys(found).length > 0) return
      change.mutate(
        { ...changes, version: from.version },
        {
          onSuccess(saved) {
            setFrom(saved)
            setDraft(part.toDraft(saved))
            showToast({ title: 'Saved' })
          },
          async onError({ code }) {
            if (code !== 'version_conflict') return
            const { data } = await refetch()
            if (data) startFrom(data)
          },
        },
      )
    },
    discard() {
      change.reset()
      setFaults({})
      setDraft(part.toDraft(from))
    },
  }
}

/** Returns the draft with what others have changed meanwhile in fields that the owner has not edited. */
function rebase<Draft extends Fields>(
  draft: Draft,
  { before, after }: { before: Draft; after: Draft },
): Draft {
  const fields = Object.entries(after).map(([field, value]) => [
    field,
    draft[field] === before[field] ? value : draft[field],
  ])
  return { ...draft, ...Object.fromEntries(fields) }
}
