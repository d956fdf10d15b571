import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  type ChangeOf,
  type OwnedKind,
  type OwnedOf,
  useChangeOwned,
  useOwned,
} from '../../api/endpoints/owned.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { errorText } from '../error-words.ts'

/** Fields of a form for settings, as the owner edits them, by their names in the API. */
type Fields = Record<string, string>

/** A part of the settings that is edited and saved together. */
export type SettingsPart<Kind extends OwnedKind, Draft extends Fields> = {
  toDraft(owned: OwnedOf<Kind>): Draft
  /** Lists only changed settings, so that concurrent changes of others survive. */
  listChanges(draft: Draft, before: Draft): ChangeOf<Kind>
  /** Returns a sentence for each field that is not valid. */
  findFaults?(draft: Draft): Partial<Record<keyof Draft, string>>
}

export type SettingsDraft = Omit<ReturnType<typeof useSettingsDraft>, 'draft' | 'set' | 'bind'>

/** State of a form for settings: saves with the version that the draft started from, to detect concurrent changes. */
export function useSettingsDraft<Kind extends OwnedKind, Draft extends Fields>(
  of: { kind: Kind; owned: OwnedOf<Kind> },
  part: SettingsPart<Kind, Draft>,
) {
  const { kind, owned } = of
  const [from, setFrom] = useState(owned)
  const [draft, setDraft] = useState(() => part.toDraft(owned))
  const [faults, setFaults] = useState<Partial<Record<keyof Draft, string>>>({})
  const change = useChangeOwned(kind, owned.id)
  const { refetch } = useOwned(kind, owned.id)
  const { showToast } = useToast()
  const before = part.toDraft(from)
  const changes = part.listChanges(draft, before)
  const isDirty = Object.keys(changes).length > 0
  const leaving = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })

  const startFrom = (after: OwnedOf<Kind>) => {
    setFrom(after)
    setDraft((mine) => rebase(mine, { before, after: part.toDraft(after) }))
  }
  // Another section of the screen has saved: only a change of an edited field is a conflict.
  const now = part.toDraft(owned)
  const isMergeable = !Object.keys(draft).some(
    (field) => draft[field] !== before[field] && now[field] !== before[field],
  )
  const isNewer = owned.version > from.version && isMergeable
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each version of the endpoint.
  useEffect(() => {
    if (isNewer) startFrom(owned)
  }, [isNewer, owned])

  const set = (edited: Partial<Draft>) => {
    // The error is about an earlier text.
    if (change.error) change.reset()
    setDraft((mine) => ({ ...mine, ...edited }))
    setFaults((found) => ({
      ...found,
      ...Object.fromEntries(Object.keys(edited).map((field) => [field, undefined])),
    }))
  }
  const isRefused = (field: string) => change.error?.field?.startsWith(field) ?? false

  return {
    draft,
    error: change.error,
    /** True if a field shows the error. */
    isErrorShown: Object.keys(draft).some(isRefused),
    isDirty,
    isSaving: change.isPending,
    leaving,
    set,
    /** Returns the props of a text field. */
    bind: (field: keyof Draft & string) => ({
      value: draft[field],
      onChange: ({ target }: { target: { value: string } }) =>
        // A computed name is typed as any string.
        set({ [field]: target.value } as Partial<Draft>),
      error: faults[field] ?? (isRefused(field) ? errorText(change.error) : null),
    }),
    save() {
      const found = part.findFaults?.(draft) ?? {}
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
      setDraft(before)
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
