import { useState } from 'react'
import type { ApiError } from '../../../api/client/api-error.ts'
import type { Watch, WatchRequest } from '../../../api/schema.ts'
import { useAddWatch, useChangeWatch } from '../../../api/telemetry/watches.ts'
import { Select } from '../../../controls/fields/select.tsx'
import { TextArea, TextField } from '../../../controls/fields/text-field.tsx'
import { count } from '../../../controls/numbers.ts'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { useToast } from '../../../controls/overlays/toast.tsx'
import { type PlainKey, t } from '../../../language/texts.ts'
import { errorText } from '../../../shell/error-words.ts'
import { propsText, readProps, type SpanUnit, splitSpan } from './watch-words.ts'

type Kind = WatchRequest['when']['kind']

const KINDS = [
  { value: 'silence', text: 'telemetry.watches.kinds.silence' },
  { value: 'over', text: 'telemetry.watches.kinds.over' },
  { value: 'under', text: 'telemetry.watches.kinds.under' },
  { value: 'every', text: 'telemetry.watches.kinds.every' },
  { value: 'report', text: 'telemetry.watches.kinds.report' },
] as const satisfies readonly { value: Kind; text: PlainKey }[]
const UNITS = [
  { value: 'm', text: 'telemetry.watches.units.minutes' },
  { value: 'h', text: 'telemetry.watches.units.hours' },
  { value: 'd', text: 'telemetry.watches.units.days' },
] as const satisfies readonly { value: SpanUnit; text: PlainKey }[]
const TELLS = [
  { value: 'all', text: 'telemetry.watches.tells.all' },
  { value: 'email', text: 'shell.words.email' },
  { value: 'destinations', text: 'telemetry.watches.tells.destinations' },
] as const
const MAX_NAME_LENGTH = 120
const MAX_COUNT = 1_000_000

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
        showToast({ title: t(watch ? 'telemetry.watches.dialog.saved' : 'telemetry.watches.dialog.added') })
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
      title={t(watch ? 'telemetry.watches.dialog.edit' : 'telemetry.watches.new')}
      description={t(watch ? 'telemetry.watches.dialog.editHint' : 'telemetry.watches.dialog.newHint')}
      form={{ submit: save, label: t(watch ? 'shell.words.save' : 'telemetry.watches.dialog.add'), busy }}
    >
      <Select
        label={t('telemetry.watches.dialog.when')}
        showLabel
        value={draft.kind}
        choices={toChoices(KINDS)}
        onChange={(kind) => set({ kind })}
      />
      {isCounted ? (
        <TextField
          label={t(
            draft.kind === 'over' ? 'telemetry.watches.dialog.over' : 'telemetry.watches.dialog.under',
          )}
          type="number"
          min={1}
          step={1}
          required
          value={draft.count}
          onChange={(event) => set({ count: event.target.value })}
          error={fieldError(
            error,
            'when.count',
            t('telemetry.watches.dialog.wrongCount', { max: count(MAX_COUNT) }),
          )}
        />
      ) : null}
      {isTimed ? (
        <div className="flex items-start gap-3">
          <TextField
            className="min-w-0 flex-1"
            label={t(
              draft.kind === 'silence' ? 'telemetry.watches.dialog.for' : 'telemetry.watches.dialog.within',
            )}
            type="number"
            min={1}
            step={1}
            required
            value={draft.amount}
            onChange={(event) => set({ amount: event.target.value })}
            error={fieldError(
              error,
              draft.kind === 'silence' ? 'when.for' : 'when.per',
              t('telemetry.watches.dialog.wrongSpan'),
            )}
          />
          <Select
            className="mt-6.5"
            label={t('telemetry.watches.dialog.unit')}
            value={draft.unit}
            choices={toChoices(UNITS)}
            onChange={(unit) => set({ unit })}
          />
        </div>
      ) : null}
      <TextField
        label={t('telemetry.eventName')}
        placeholder={t('telemetry.watches.allEvents')}
        value={draft.name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set({ name: event.target.value })}
      />
      {draft.kind === 'report' ? null : (
        <TextArea
          label={t('telemetry.watches.dialog.props')}
          hint={t('telemetry.watches.dialog.propsHint')}
          dir="ltr"
          className="[&_textarea]:min-h-16 [&_textarea]:font-mono"
          value={draft.props}
          spellCheck={false}
          onChange={(event) => set({ props: event.target.value })}
          error={
            faulty
              ? t('telemetry.watches.dialog.wrongLine')
              : fieldError(error, 'props', t('telemetry.watches.dialog.tooManyLines'))
          }
        />
      )}
      <Select
        label={t('telemetry.watches.dialog.tell')}
        showLabel
        value={draft.tells}
        choices={toChoices(TELLS)}
        onChange={(tells) => set({ tells })}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error && !error.field ? errorText(error) : null}
      </p>
    </Dialog>
  )
}

function toChoices<Value extends string>(
  choices: readonly { value: Value; text: PlainKey }[],
): { value: Value; label: string }[] {
  return choices.map(({ value, text }) => ({ value, label: t(text) }))
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
