import { useState } from 'react'
import { useChangeDestination, useDestinations } from '../../api/destinations/destinations.ts'
import type { Destination, Queue } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { rich, t } from '../../language/texts.ts'
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
    <Section title={t('queue.push.title')} description={t('queue.push.text')}>
      <Loaded query={query} loading={<SkeletonRows rows={1} />}>
        {([webhook]) =>
          webhook ? (
            <>
              <ul aria-label={t('queue.push.webhook')} className="rounded-md border">
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
            <p className="text-sm text-muted">{t('queue.push.retired')}</p>
          ) : (
            <div>
              <Button icon="plus" onClick={() => setAdding(true)}>
                {t('queue.push.add')}
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
      {rich('queue.push.lastFailure', { time: <RelativeTime at={push.failed_at} /> })} ·{' '}
      <bdi>{push.failure}</bdi>
    </span>
  )
}

const FIELDS = [
  {
    name: 'concurrency',
    text: 'queue.push.concurrency',
    hint: 'queue.push.concurrencyHint',
    max: 10,
  },
  {
    name: 'timeout_s',
    text: 'queue.push.timeout',
    hint: 'queue.push.timeoutHint',
    max: 15,
  },
] as const

/** Numbers that limit the requests, saved together. */
function Limits({ queue, webhook }: { queue: Queue; webhook: Destination }) {
  const saved = { concurrency: String(webhook.concurrency), timeout_s: String(webhook.timeout_s) }
  const [draft, setDraft] = useState(saved)
  const change = useChangeDestination({ kind: 'queues', id: queue.id }, webhook.id)
  const save = useAction(change, {
    failed: t('shell.words.notSaved'),
    done: () => ({ title: t('shell.words.saved') }),
  })
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
      {FIELDS.map(({ name, text, hint, max }, place) => (
        <TextField
          key={name}
          label={t(text)}
          hint={t(hint)}
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
          {t('queue.push.save')}
        </Button>
      </div>
    </form>
  )
}
