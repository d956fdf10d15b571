import { useState } from 'react'
import { useChangeDestination, useDestinations } from '../../api/destinations/destinations.ts'
import type { Destination, Queue } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useAction } from '../../shell/action.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { AddDestination } from '../destinations/add-destination.tsx'
import { DestinationRow } from '../destinations/destination-row.tsx'
import { checkNumber } from './delivery-form.tsx'

/** Webhook that the messages are posted to in place of being pulled. */
export function PushSection({ queue }: { queue: Queue }) {
  const [adding, setAdding] = useState(false)
  const subject = { kind: 'queues', id: queue.id } as const
  const query = useDestinations(subject)
  const isRetired = queue.state === 'retired'
  return (
    <Section
      title="Push"
      description="Posts each message to a webhook of yours, signed, in place of pulls. While it is active, pulls are refused."
    >
      <Loaded query={query} loading={<SkeletonRows rows={1} label="Loading the webhook" />}>
        {([webhook]) =>
          webhook ? (
            <>
              <ul aria-label="Webhook" className="rounded-md border">
                <DestinationRow
                  subject={subject}
                  destination={webhook}
                  isRetired={isRetired}
                  isUnused={false}
                  result={<LastFailure queue={queue} />}
                />
              </ul>
              {isRetired ? null : <Limits key={webhook.id} queue={queue} webhook={webhook} />}
            </>
          ) : isRetired ? (
            <p className="text-sm text-muted">A retired queue posts nothing. Its messages can be pulled.</p>
          ) : (
            <div>
              <Button icon="plus" onClick={() => setAdding(true)}>
                Add a webhook
              </Button>
            </div>
          )
        }
      </Loaded>
      {adding ? (
        <AddDestination
          subject={subject}
          recipient={queue.recipient}
          onePlace={false}
          emailsOn={false}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </Section>
  )
}

function LastFailure({ queue: { push } }: { queue: Queue }) {
  if (!push || push.failed_at === null) return null
  return (
    <span className="block [overflow-wrap:anywhere]">
      Last failure <RelativeTime at={push.failed_at} /> · {push.failure}
    </span>
  )
}

const FIELDS = [
  {
    name: 'concurrency',
    label: 'Messages at one time',
    hint: 'With 1 they arrive in order: each waits for the one before it.',
    max: 10,
  },
  {
    name: 'timeout_s',
    label: 'Seconds to answer',
    hint: 'After that, an attempt has failed. The next one follows after the time of a lease.',
    max: 15,
  },
] as const

/** Numbers that limit the requests, saved together. */
function Limits({ queue, webhook }: { queue: Queue; webhook: Destination }) {
  const saved = { concurrency: String(webhook.concurrency), timeout_s: String(webhook.timeout_s) }
  const [draft, setDraft] = useState(saved)
  const change = useChangeDestination({ kind: 'queues', id: queue.id }, webhook.id)
  const save = useAction(change, { failed: 'Not saved', done: () => ({ title: 'Saved' }) })
  const faults = FIELDS.map(({ name, max }) => checkNumber(draft[name], max))
  const isChanged = FIELDS.some(({ name }) => draft[name] !== saved[name])
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save({ concurrency: Number(draft.concurrency), timeout_s: Number(draft.timeout_s) })
      }}
    >
      {FIELDS.map(({ name, label, hint, max }, place) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          type="number"
          inputMode="numeric"
          min={1}
          max={max}
          value={draft[name]}
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
          error={faults[place] ?? null}
          className="max-w-md [&_input]:max-w-32"
        />
      ))}
      <div>
        <Button
          type="submit"
          weight="main"
          busy={change.isPending}
          disabled={!isChanged || faults.some((fault) => fault !== null)}
        >
          Save push
        </Button>
      </div>
    </form>
  )
}
