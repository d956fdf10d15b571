import { useState } from 'react'
import type { ApiError } from '../../../api/client/api-error.ts'
import type { Watch, WatchRequest } from '../../../api/schema.ts'
import { useAddWatch, useChangeWatch } from '../../../api/telemetry/watches.ts'
import { Select } from '../../../controls/fields/select.tsx'
import { TextArea, TextField } from '../../../controls/fields/text-field.tsx'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { useToast } from '../../../controls/overlays/toast.tsx'
import { errorText } from '../../../shell/error-words.ts'
import { propsText, readProps, type SpanUnit, splitSpan } from './watch-words.ts'

type Kind = WatchRequest['when']['kind']

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'silence', label: 'Events stop' },
  { value: 'over', label: 'There are too many' },
  { value: 'under', label: 'There are too few' },
  { value: 'every', label: 'An event arrives' },
  { value: 'report', label: 'Every week: a report' },
]
const UNITS: readonly { value: SpanUnit; label: string }[] = [
  { value: 'm', label: 'minutes' },
  { value: 'h', label: 'hours' },
  { value: 'd', label: 'days' },
]
const TELLS = [
  { value: 'all', label: 'Email, webhooks and chats' },
  { value: 'email', label: 'Email' },
  { value: 'destinations', label: 'Webhooks and chats' },
] as const
const MAX_NAME_LENGTH = 120

type Tells = (typeof TELLS)[number]['value']

/** Typed text of the dialog. */
type Draft = {
  kind: Kind
  count: string
  amount: string
  unit: SpanUnit
  name: string
  props: string
  tells: Tells
}

/** Adds a watch, or edits `watch`. */
export function WatchDialog(props: {
  telemetryId: string
  watch: Watch | null
  open: boolean
  onClose: () => void
}) {
  const { telemetryId, watch, open, onClose } = props
  const [draft, setDraft] = useState(() => toDraft(watch))
  const [faulty, setFaulty] = useState(false)
  const add = useAddWatch(telemetryId)
  const change = useChangeWatch(telemetryId)
  const { showToast } = useToast()
  const { error, isPending: busy } = watch ? change : add
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const close = () => {
    add.reset()
    change.reset()
    setFaulty(false)
    onClose()
  }
  const save = () => {
    const rule = toRule(draft)
    setFaulty(rule === null)
    if (rule === null) return
    const done = {
      onSuccess() {
        showToast({ title: watch ? 'Watch saved' : 'Watch added' })
        if (!watch) setDraft(toDraft(null))
        close()
      },
    }
    if (watch) change.mutate({ id: watch.id, change: rule }, done)
    else add.mutate(rule, done)
  }
  const isTimed = draft.kind === 'silence' || draft.kind === 'over' || draft.kind === 'under'
  const isCounted = draft.kind === 'over' || draft.kind === 'under'
  return (
    <Dialog
      open={open}
      onClose={close}
      title={watch ? 'Edit the watch' : 'New watch'}
      description={watch ? 'With another condition it starts over.' : 'It counts events from now on.'}
      form={{ submit: save, label: watch ? 'Save' : 'Add watch', busy }}
    >
      <Select label="When" showLabel value={draft.kind} choices={KINDS} onChange={(kind) => set({ kind })} />
      {isCounted ? (
        <TextField
          label={draft.kind === 'over' ? 'More events than' : 'Fewer events than'}
          type="number"
          min={1}
          step={1}
          required
          value={draft.count}
          onChange={(event) => set({ count: event.target.value })}
          error={fieldError(error, 'when.count', 'Use a whole number from 1 to 1,000,000.')}
        />
      ) : null}
      {isTimed ? (
        <div className="flex items-start gap-3">
          <TextField
            className="min-w-0 flex-1"
            label={draft.kind === 'silence' ? 'For' : 'Within'}
            type="number"
            min={1}
            step={1}
            required
            value={draft.amount}
            onChange={(event) => set({ amount: event.target.value })}
            error={fieldError(
              error,
              draft.kind === 'silence' ? 'when.for' : 'when.per',
              'Use 5 minutes to 30 days.',
            )}
          />
          <Select
            className="mt-6.5"
            label="Unit of the time"
            value={draft.unit}
            choices={UNITS}
            onChange={(unit) => set({ unit })}
          />
        </div>
      ) : null}
      <TextField
        label="Event name"
        placeholder="All events"
        value={draft.name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set({ name: event.target.value })}
      />
      {draft.kind === 'report' ? null : (
        <TextArea
          label="Properties"
          hint="One per line, such as plan=pro. Leave it empty to count all."
          className="[&_textarea]:min-h-16 [&_textarea]:font-mono"
          value={draft.props}
          spellCheck={false}
          onChange={(event) => set({ props: event.target.value })}
          error={
            faulty ? 'Write each line as name=value.' : fieldError(error, 'props', 'Use at most five lines.')
          }
        />
      )}
      <Select
        label="Tell"
        showLabel
        value={draft.tells}
        choices={TELLS}
        onChange={(tells) => set({ tells })}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error && !error.field ? errorText(error) : null}
      </p>
    </Dialog>
  )
}

function toDraft(watch: Watch | null): Draft {
  const when = watch?.when ?? { kind: 'silence', for: '1h' }
  const span =
    when.kind === 'silence' ? when.for : when.kind === 'over' || when.kind === 'under' ? when.per : '1h'
  return {
    kind: when.kind,
    count: 'count' in when ? String(when.count) : '1',
    ...splitSpan(span),
    name: watch?.name ?? '',
    props: propsText(watch?.props ?? {}),
    tells: watch?.then.length === 1 ? (watch.then[0] ?? 'all') : 'all',
  }
}

/** Reads the draft; null when its props cannot be read. */
function toRule(draft: Draft): WatchRequest | null {
  const props = draft.kind === 'report' ? {} : readProps(draft.props)
  if (props === null) return null
  return {
    name: draft.name.trim() === '' ? null : draft.name.trim(),
    props,
    when: toWhen(draft),
    // biome-ignore lint/suspicious/noThenProperty: the field of the API has this name.
    then: draft.tells === 'all' ? ['email', 'destinations'] : [draft.tells],
  }
}

function toWhen({ kind, count, amount, unit }: Draft): WatchRequest['when'] {
  const span = `${amount}${unit}`
  switch (kind) {
    case 'silence':
      return { kind, for: span }
    case 'over':
    case 'under':
      return { kind, count: Number(count), per: span }
    case 'every':
      return { kind }
    case 'report':
      return { kind, per: 'week' }
  }
}

/** Returns the words for an error at this field of the request. */
function fieldError(error: ApiError | null, field: string, words: string): string | null {
  return error?.field?.startsWith(field) ? words : null
}
