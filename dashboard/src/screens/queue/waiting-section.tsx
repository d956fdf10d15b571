import { type ReactNode, useState } from 'react'
import { type Message, useWaitingMessages } from '../../api/queue-messages.ts'
import type { Queue } from '../../api/queues.ts'
import { CodeBlock } from '../../controls/code-block.tsx'
import { Section } from '../../controls/section.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { publishCurl } from '../../snippets/queue/curl.ts'
import { MessageDialog } from './message-dialog.tsx'
import { MessageRow } from './message-row.tsx'

/** What a pull would hand out next; looking at it hands nothing out. */
export function WaitingSection({ queue, publish }: { queue: Queue; publish: ReactNode }) {
  const query = useWaitingMessages(queue.id)
  const [open, setOpen] = useState<Message | null>(null)
  return (
    <Section
      title="Waiting messages"
      description="The oldest that a consumer would get now. Looking at them takes none of them."
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading what waits" />}>
        {({ data }) =>
          data.length === 0 ? (
            <>
              <p className="text-muted">
                {queue.backlog_count === 0
                  ? 'None: the queue is empty.'
                  : 'None: all are in flight, or wait for their time.'}
              </p>
              {queue.last_message_at === null && queue.state === 'claimed' ? <First queue={queue} /> : null}
            </>
          ) : (
            <ul aria-label="Waiting messages" className="-mx-5 divide-y border-y">
              {data.map((message) => (
                <MessageRow key={message.id} message={message} onOpen={() => setOpen(message)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {publish === null ? null : <div>{publish}</div>}
      <MessageDialog message={open} onClose={() => setOpen(null)} />
    </Section>
  )
}

/** Before the first message: how to publish one, with the key that was shown. */
function First({ queue }: { queue: Queue }) {
  const { code } = publishCurl({ queueUrl: queue.queue_url })
  return (
    <CodeBlock caption="Publish the first one: put its key into QUEUE_KEY" code={code} lines="scrolled" />
  )
}
