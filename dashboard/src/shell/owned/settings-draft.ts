import { useState } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { type DraftKey, forgetDrafts, keepDraft, readDraft, useDraft } from '../../api/client/drafts.ts'
import { type OwnedKind, type OwnedOf, useChangeOwned, useOwned } from '../../api/endpoints/owned.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { t } from '../../language/texts.ts'
import { errorText } from '../error-words.ts'
import { type Fields, listChanges, type SettingsPart } from './settings-part.ts'

/** Fields that the owner has edited, each with the text that was saved when the owner began. */
type Edits = Record<string, { from: string; to: string }>

export type SettingsDraft = Omit<ReturnType<typeof useSettingsDraft>, 'draft' | 'set' | 'bind'>

/** A saved text is quoted up to this length. */
const MAX_QUOTED = 100

/** Returns the id of the draft of a part of settings. */
export function toDraftId(of: { kind: OwnedKind; id: string }, part: string): string {
  return `${of.kind}/${of.id}/${part}`
}

/**
 * State of a form for settings. Edits are kept in this browser until they are saved or discarded. Fields that the owner
 * has not edited follow what is saved. Saving sends the version, to detect concurrent changes.
 *
 * NOTE: `OwnedPage` has loaded the account, whose drafts these are.
 */
export function useSettingsDraft<Kind extends OwnedKind, Draft extends Fields>(
  of: { kind: Kind; owned: OwnedOf<Kind> },
  part: SettingsPart<Kind, Draft>,
) {
  const { kind, owned } = of
  const id = toDraftId({ kind, id: owned.id }, part.name)
  const key: DraftKey = { of: 'settings', owner: useMe().data?.email ?? '', id }
  const [isKept, setKept] = useState(true)
  const [isSaved, setSaved] = useState(false)
  const [faults, setFaults] = useState<Partial<Record<keyof Draft, string>>>({})
  const change = useChangeOwned(kind, owned.id)
  const { refetch } = useOwned(kind, owned.id)
  const { showToast } = useToast()
  const saved = part.toDraft(owned)
  const edits = readEdits(useDraft(key), saved)
  const draft: Draft = { ...saved, ...mapValues(edits, ({ to }) => to) }
  // The draft of a saved change is removed after the endpoint has it.
  const conflicts = change.isPending
    ? []
    : Object.keys(edits).filter((field) => edits[field]?.from !== saved[field])

  const keep = (next: Edits) => {
    if (Object.keys(next).length > 0) setKept(keepDraft(key, JSON.stringify(next)))
    else forgetDrafts('settings', (stored) => stored.id === id)
  }
  const set = (edited: Partial<Draft>) => {
    // The error is about an earlier text.
    if (change.error) change.reset()
    setSaved(false)
    const texts = Object.entries(edited)
    setFaults((found) => ({ ...found, ...Object.fromEntries(texts.map(([field]) => [field, undefined])) }))
    const before = readEdits(readDraft(key), saved)
    const next = texts.map(([field, to]) => [field, { from: before[field]?.from ?? saved[field], to }])
    keep(dropEqual({ ...before, ...Object.fromEntries(next) }, saved))
  }
  const isRefused = (field: string) => change.error?.field?.startsWith(field) ?? false
  const describe = (field: string) => {
    if (isRefused(field)) return errorText(change.error)
    return conflicts.includes(field) ? describeChange(saved[field] ?? '') : null
  }

  return {
    draft,
    error: change.error,
    /** True if a field shows the error. */
    isErrorShown: Object.keys(draft).some(isRefused),
    /** True if an edited field was changed elsewhere since the owner began. */
    isConflicting: conflicts.length > 0,
    isDirty: Object.keys(edits).length > 0,
    /** False if the browser had no room for the edits: they last until the page is closed. */
    isKept,
    isSaved,
    isSaving: change.isPending,
    set,
    /** Returns the props of a text field. */
    bind: (field: keyof Draft & string) => ({
      value: draft[field],
      onChange: ({ target }: { target: { value: string } }) =>
        // A computed name is typed as any string.
        set({ [field]: target.value } as Partial<Draft>),
      error: faults[field] ?? describe(field),
    }),
    save() {
      const found = part.findFaults?.(draft) ?? {}
      setFaults(found)
      if (Object.keys(found).length > 0) return
      const changes = listChanges(part.toRequest(draft), part.toRequest(saved))
      // Only blanks were typed, or times that are not used.
      if (Object.keys(changes).length === 0) {
        keep({})
        return setSaved(true)
      }
      // Callbacks of `mutate` are not called after the owner has left the section.
      change.mutateAsync({ ...changes, version: owned.version }).then(
        (after) => {
          const now = part.toDraft(after)
          const typedMeanwhile = dropEqual(readEdits(readDraft(key), now), draft)
          keep(mapValues(typedMeanwhile, ({ to }, field) => ({ from: now[field] ?? '', to })))
          setSaved(true)
        },
        (error) => {
          if (!(error instanceof ApiError)) throw error
          if (error.code === 'version_conflict') refetch()
        },
      )
    },
    discard() {
      change.reset()
      setFaults({})
      keep({})
      showToast({ title: t('owned.settings.discarded'), undo: () => keep(edits) })
    },
  }
}

function readEdits(text: string | null, saved: Fields): Edits {
  // Written by `keep`, perhaps by another version of this page.
  return dropEqual(text === null ? {} : (JSON.parse(text) as Edits), saved)
}

/** Returns the edits of these fields that differ from these texts. */
function dropEqual(edits: Edits, texts: Fields): Edits {
  const differing = Object.entries(edits).filter(
    ([field, { to }]) => Object.hasOwn(texts, field) && to !== texts[field],
  )
  return Object.fromEntries(differing)
}

function mapValues<Value, Result>(
  values: Record<string, Value>,
  map: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))
}

/** Says that a field was changed elsewhere, and to what. */
function describeChange(text: string): string {
  if (text === '') return t('owned.settings.nowEmpty')
  const line = text.replaceAll('\n', ', ')
  const quoted = line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line
  return t('owned.settings.nowIs', { text: quoted })
}
