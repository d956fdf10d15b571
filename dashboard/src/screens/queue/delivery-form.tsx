import type { Queue } from '../../api/schema.ts'
import { TextField } from '../../controls/fields/text-field.tsx'
import { t } from '../../language/texts.ts'
import { useSettingsDraft } from '../../shell/owned/settings-draft.ts'
import { SettingsForm } from '../../shell/owned/settings-form.tsx'
import type { SettingsPart } from '../../shell/owned/settings-part.ts'

const SECOND_MS = 1000
const FIELDS = [
  {
    name: 'visibility_timeout_ms',
    text: 'queue.delivery.lease',
    hint: 'queue.delivery.leaseHint',
    max: 43_200,
  },
  {
    name: 'max_deliveries',
    text: 'queue.delivery.attempts',
    hint: 'queue.delivery.attemptsHint',
    max: 20,
  },
  {
    name: 'retention_days',
    text: 'queue.delivery.retention',
    hint: 'queue.delivery.retentionHint',
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
    <SettingsForm
      title={t('queue.delivery.title')}
      edited={edited}
      isValid={errors.every((error) => error === null)}
    >
      {FIELDS.map(({ name, text, hint, max }, place) => {
        const { error, ...field } = edited.bind(name)
        return (
          <TextField
            key={name}
            label={t(text)}
            hint={t(hint)}
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
    : t('queue.delivery.wrongNumber', { max: String(max) })
}
