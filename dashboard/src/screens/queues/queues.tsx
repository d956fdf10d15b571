import { tryKeyCommand } from '../../../../src/snippets/queue/curl.ts'
import { newQueueCommand, newQueuePrompt } from '../../../../src/snippets/queue/new-queue.ts'
import type { Queue } from '../../api/schema.ts'
import { classes } from '../../controls/classes.ts'
import { count } from '../../controls/numbers.ts'
import { Age } from '../../controls/relative-time.tsx'
import { t } from '../../language/texts.ts'
import { NewKeyed } from '../../shell/keys/new-keyed.tsx'
import { AccountMonth } from '../../shell/owned/account-month.tsx'
import { FirstOwned } from '../../shell/owned/first-owned.tsx'
import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { LastTime, OwnedRow } from '../../shell/owned/owned-row.tsx'

/** List of the owner's queues with their shared quota. */
export function QueuesScreen() {
  return (
    <OwnedList
      kind="queues"
      description={t('queues.description')}
      searched={t('queues.searched')}
      getActivity={({ messages, last_message_at }) => ({
        used: messages.this_month,
        latest: last_message_at,
      })}
      first={(onNew) => (
        <FirstOwned kind="queues" onNew={onNew} command={newQueueCommand} prompt={newQueuePrompt}>
          {t('queues.first')}
        </FirstOwned>
      )}
      // The quota belongs to the account and is the same in every row.
      above={(one) => <AccountMonth kind="queues" month={one.messages} />}
      row={(queue) => <QueueRow key={queue.id} queue={queue} />}
      dialog={(making) => <NewQueue {...making} />}
    />
  )
}

/** Row of a queue with its counts. */
function QueueRow({ queue }: { queue: Queue }) {
  const { last_message_at, messages } = queue
  return (
    <OwnedRow kind="queues" owned={queue} columns="lg:grid-cols-[minmax(0,1fr)_21rem_11rem]">
      <dl className="grid max-w-md grid-cols-[repeat(4,auto)] justify-between gap-x-4 text-sm sm:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div>
          <dt className="text-muted">{t('queues.oldest')}</dt>
          <dd className="text-base font-semibold whitespace-nowrap tabular-nums">
            {queue.oldest_message_at === null ? '–' : <Age since={queue.oldest_message_at} />}
          </dd>
        </div>
        <QueueCount name={t('queues.backlog')} value={queue.backlog_count} />
        <QueueCount name={t('queues.inFlight')} value={queue.in_flight_count} />
        <QueueCount name={t('queues.dead')} value={queue.dead_count} bad />
      </dl>
      <p className="text-sm text-muted tabular-nums lg:text-end">
        {t('queues.month', { count: messages.this_month })}
        <br />
        <LastTime at={last_message_at} never={t('queues.never')} />
      </p>
    </OwnedRow>
  )
}

function QueueCount({ name, value, bad = false }: { name: string; value: number; bad?: boolean }) {
  return (
    <div>
      <dt className="whitespace-nowrap text-muted">{name}</dt>
      <dd className={classes('text-base font-semibold tabular-nums', bad && value > 0 && 'text-danger')}>
        {count(value)}
      </dd>
    </div>
  )
}

/** Creates a queue, shows its key and opens it. */
function NewQueue({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <NewKeyed
      kind="queues"
      open={open}
      onClose={onClose}
      description={t('queues.new.text')}
      example={t('queues.new.example')}
      firstKey={({ queue_url: queueUrl, api_key: apiKey }) => ({
        title: t('queues.created.title'),
        description: t('queues.created.text'),
        others: t('queues.created.others'),
        label: t('queues.created.key'),
        value: apiKey,
        tryOut: tryKeyCommand({ queueUrl, apiKey }),
      })}
    />
  )
}
