import type { Queue } from '../../api/schema.ts'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useSettingsDraft } from '../../shell/owned/settings-draft.ts'
import { SettingsForm } from '../../shell/owned/settings-form.tsx'
import type { SettingsPart } from '../../shell/owned/settings-part.ts'

const SECOND_MS = 1000
const FIELDS = [
  {
    name: 'visibility_timeout_ms',
    label: 'Lease in seconds',
    hint: 'How long a consumer has a message before others can get it. A pull can ask for another time.',
    max: 43_200,
  },
  {
    name: 'max_deliveries',
    label: 'Attempts',
    hint: 'After that many, a message is dead.',
    max: 20,
  },
  {
    name: 'retention_days',
    label: 'Retention in days',
    hint: 'Older messages are deleted, dead ones too. Fewer days also apply to messages in the queue.',
    max: 4,
  },
] as const

/** Numbers as typed; the lease is in seconds. */
type Draft = Record<(typeof FIELDS)[number]['name'], string>

const DELIVERY: SettingsPart<'queues', Draft> = {
  name: 'delivery',
  toDraft: ({ settings }) => ({
    visibility_timeout_ms: String(settings.visibility_timeout_ms / SECOND_MS),
    max_deliveries: String(settings.max_deliveries),
    retention_days: String(settings.retention_days),
  }),
  toRequest: ({ visibility_timeout_ms, max_deliveries, retention_days }) => ({
    visibility_timeout_ms: Math.round(Number(visibility_timeout_ms) * SECOND_MS),
    max_deliveries: Number(max_deliveries),
    retention_days: Number(retention_days),
  }),
}

/** Form that changes lease, attempts and retention. */
export function DeliveryForm({ queue }: { queue: Queue }) {
  const edited = useSettingsDraft({ kind: 'queues', owned: queue }, DELIVERY)
  const errors = FIELDS.map(({ name, max }) => checkNumber(edited.draft[name], max))
  return (
    <SettingsForm title="Delivery" edited={edited} isValid={errors.every((error) => error === null)}>
      {FIELDS.map(({ name, label, hint, max }, place) => {
        const { error, ...field } = edited.bind(name)
        return (
          <TextField
            key={name}
            label={label}
            hint={hint}
            type="number"
            inputMode="numeric"
            min={1}
            max={max}
            {...field}
            error={errors[place] ?? error}
            className="max-w-md [&_input]:max-w-32"
          />
        )
      })}
    </SettingsForm>
  )
}

/** Returns what is wrong with a number as typed, and what to do; null for one from 1 to `max`. */
export function checkNumber(text: string, max: number): string | null {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= max
    ? null
    : `Enter a whole number from 1 to ${max}.`
}
