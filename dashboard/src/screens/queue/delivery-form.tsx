import { useState } from 'react'
import { useChangeOwned } from '../../api/endpoints/owned.ts'
import type { Queue } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Section } from '../../controls/section.tsx'
import { errorText } from '../../shell/error-words.ts'

const SECOND_MS = 1000
const FIELDS = [
  {
    name: 'lease',
    label: 'Lease in seconds',
    hint: 'How long a consumer has a message before others can get it. A pull can ask for another time.',
    max: 43_200,
  },
  {
    name: 'deliveries',
    label: 'Attempts',
    hint: 'After that many, a message is dead.',
    max: 20,
  },
  {
    name: 'days',
    label: 'Retention in days',
    hint: 'Older messages are deleted, dead ones too. Fewer days also apply to messages in the queue.',
    max: 4,
  },
] as const
type FieldName = (typeof FIELDS)[number]['name']
type Typed = Record<FieldName, string>

/** Form that changes lease, attempts and retention. */
export function DeliveryForm({ queue }: { queue: Queue }) {
  const { settings } = queue
  const before: Typed = {
    lease: String(settings.visibility_timeout_ms / SECOND_MS),
    deliveries: String(settings.max_deliveries),
    days: String(settings.retention_days),
  }
  // Null until edited, so that stored settings are shown even if they change elsewhere.
  const [typed, setTyped] = useState<{ values: Typed; version: number } | null>(null)
  const change = useChangeOwned('queues', queue.id)
  const { showToast } = useToast()
  const { values, version } = typed ?? { values: before, version: queue.version }
  const errors = FIELDS.map(({ name, max }) => checkNumber(values[name], max))
  const isChanged = FIELDS.some(({ name }) => values[name] !== before[name])
  const save = () =>
    change.mutate(
      {
        visibility_timeout_ms: Math.round(Number(values.lease) * SECOND_MS),
        max_deliveries: Number(values.deliveries),
        retention_days: Number(values.days),
        version,
      },
      {
        onSuccess() {
          setTyped(null)
          showToast({ title: 'Saved' })
        },
      },
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (errors.every((error) => error === null)) save()
      }}
    >
      <Section title="Delivery">
        {FIELDS.map(({ name, label, hint, max }, place) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            type="number"
            inputMode="numeric"
            min={1}
            max={max}
            value={values[name]}
            onChange={({ target }) => setTyped({ values: { ...values, [name]: target.value }, version })}
            error={errors[place] ?? null}
            className="max-w-md [&_input]:max-w-32"
          />
        ))}
        {change.error ? (
          <p role="alert" className="text-sm text-danger">
            {change.error.code === 'version_conflict'
              ? 'Someone else changed the settings. Reload the page to see them.'
              : errorText(change.error)}
          </p>
        ) : null}
        <Button
          type="submit"
          weight="main"
          className="self-start"
          busy={change.isPending}
          disabled={!isChanged || errors.some((error) => error !== null)}
        >
          Save
        </Button>
      </Section>
    </form>
  )
}

function checkNumber(text: string, max: number): string | null {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= max
    ? null
    : `Enter a whole number from 1 to ${max}.`
}
