import { type ReactNode, useState } from 'react'
import { publishCurl } from '../../../../src/snippets/queue/curl.ts'
import { useWaitingMessages } from '../../api/queues/queue-messages.ts'
import type { Message, Queue } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Section } from '../../controls/section.tsx'
import { t } from '../../language/texts.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { useFrozenList } from './frozen-list.ts'
import { MessageDialog } from './message-dialog.tsx'
import { MessageRow } from './message-row.tsx'

/** Next messages of a queue, peeked. */
export function WaitingSection({ queue, publish }: { queue: Queue; publish: ReactNode }) {
  const query = useWaitingMessages(queue.id)
  return (
    <Section title={t('queue.waiting.title')} description={t('queue.waiting.text')}>
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {({ data }) => <Waiting queue={queue} now={data} publish={publish} />}
      </Loaded>
    </Section>
  )
}

/** The list stays still; a note below it says when it has changed. */
function Waiting({ queue, now, publish }: { queue: Queue; now: readonly Message[]; publish: ReactNode }) {
  const { shown, outdated, refresh } = useFrozenList(now)
  const [open, setOpen] = useState<Message | null>(null)
  return (
    <>
      {shown.length === 0 ? (
        <None queue={queue} />
      ) : (
        <ul aria-label={t('queue.waiting.title')} className="-mx-5 divide-y border-y">
          {shown.map((message) => (
            <MessageRow key={message.id} message={message} onOpen={() => setOpen(message)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {publish}
        <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:ms-auto">
          {outdated ? (
            <>
              <span className="text-sm text-muted">{t('queue.waiting.changed')}</span>
              <Button size="small" icon="refresh" onClick={refresh}>
                {t('queue.waiting.refresh')}
              </Button>
            </>
          ) : null}
        </div>
      </div>
      <MessageDialog message={open} onClose={() => setOpen(null)} />
    </>
  )
}

function None({ queue }: { queue: Queue }) {
  return (
    <>
      <p className="text-muted">
        {t(queue.backlog_count === 0 ? 'queue.waiting.empty' : 'queue.waiting.allInFlight')}
      </p>
      {queue.last_message_at === null && queue.state === 'claimed' ? <First queue={queue} /> : null}
    </>
  )
}

/** Empty state of a queue: how to publish. */
function First({ queue }: { queue: Queue }) {
  const { code } = publishCurl({ queueUrl: queue.queue_url })
  return <CodeBlock caption={t('queue.waiting.first')} code={code} lines="scrolled" />
}
