import { useEffect, useRef, useState } from 'react'
import { joinPages } from '../../api/client/page.ts'
import {
  useDeadMessages,
  useDeleteDeadMessage,
  useDeleteDeadMessages,
  useReplay,
  useReplayAll,
} from '../../api/queues/queue-messages.ts'
import type { Message, Queue } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { LoadMore } from '../../controls/feedback/load-more.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { pluralize } from '../../controls/numbers.ts'
import { useAction } from '../../shell/action.ts'
import { ConfirmedAction } from '../../shell/confirmed-action.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useLostFocus } from '../../shell/lost-focus.ts'
import { MessageDialog } from './message-dialog.tsx'
import { MessageRow } from './message-row.tsx'

/** Dead messages: view, replay, delete. */
export function DeadView({ queue }: { queue: Queue }) {
  const query = useDeadMessages(queue.id)
  useRefetchOnChange(query.refetch, queue.dead_count)
  const [open, setOpen] = useState<Message | null>(null)
  const [deleting, setDeleting] = useState<Message | null>(null)
  const [deletingAll, setDeletingAll] = useState(false)
  const replay = useReplayOne(queue.id, () => setOpen(null))
  const view = useLostFocus(queue.dead_count === 0)
  return (
    <div ref={view} tabIndex={-1} className="max-w-3xl outline-none">
      <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading dead messages" />}>
        {({ pages }) => {
          const messages = joinPages(pages)
          if (messages.length === 0) {
            return (
              <EmptyState icon="check" title="No dead messages">
                Messages that fail {pluralize(queue.settings.max_deliveries, 'time')} end up here. You can
                replay them until
                {` ${pluralize(queue.settings.retention_days, 'day')}`} after they were published.
              </EmptyState>
            )
          }
          return (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="min-w-0 flex-1 basis-64 text-sm text-muted text-pretty">
                  Failed after {pluralize(queue.settings.max_deliveries, 'attempt')}, newest first. Replay to
                  try again.
                </p>
                <div className="flex flex-wrap gap-2">
                  <ReplayAll queueId={queue.id} />
                  <Button weight="danger-plain" icon="trash" onClick={() => setDeletingAll(true)}>
                    Delete all
                  </Button>
                </div>
              </div>
              <ul aria-label="Dead messages" className="divide-y rounded-md border bg-card">
                {messages.map((message) => (
                  <MessageRow
                    key={message.id}
                    message={message}
                    onOpen={() => setOpen(message)}
                    action={
                      <div className="flex items-center gap-1">
                        <Button
                          size="small"
                          icon="undo"
                          busy={replay.under === message.id}
                          onClick={() => replay.run(message.id)}
                        >
                          Replay
                        </Button>
                        <IconButton
                          icon="trash"
                          label="Delete"
                          tone="danger"
                          onClick={() => setDeleting(message)}
                        />
                      </div>
                    }
                  />
                ))}
              </ul>
              <LoadMore more={query} />
            </>
          )
        }}
      </Loaded>
      <MessageDialog
        message={open}
        onClose={() => setOpen(null)}
        action={(message) => (
          <>
            <Button
              weight="danger-plain"
              icon="trash"
              onClick={() => {
                setOpen(null)
                setDeleting(message)
              }}
            >
              Delete
            </Button>
            <Button
              weight="main"
              icon="undo"
              busy={replay.under === message.id}
              onClick={() => replay.run(message.id)}
            >
              Replay
            </Button>
          </>
        )}
      />
      {/* Not in the list, which is gone once it is empty: then nothing would take the focus back. */}
      <DeleteOne queueId={queue.id} message={deleting} onClose={() => setDeleting(null)} />
      <DeleteAll queueId={queue.id} open={deletingAll} onClose={() => setDeletingAll(false)} />
    </div>
  )
}

function useReplayOne(queueId: string, onDone: () => void) {
  const replay = useReplay(queueId)
  const run = useAction(replay, {
    failed: 'Message not replayed',
    done: () => ({ title: 'Message replayed' }),
    onDone,
  })
  return { run, under: replay.isPending ? replay.variables : null }
}

function ReplayAll({ queueId }: { queueId: string }) {
  const replay = useReplayAll(queueId)
  const run = useAction(replay, {
    failed: 'Not replayed',
    done: ({ replayed }) => ({ title: `${pluralize(replayed, 'message')} replayed` }),
  })
  return (
    <Button icon="undo" busy={replay.isPending} onClick={() => run()}>
      Replay all
    </Button>
  )
}

function DeleteAll({ queueId, ...dialog }: { queueId: string; open: boolean; onClose: () => void }) {
  return (
    <ConfirmedAction
      {...dialog}
      title="Delete all dead messages?"
      action="Delete all"
      mutation={useDeleteDeadMessages(queueId)}
      given={undefined}
      done={({ deleted }) => `${pluralize(deleted, 'message')} deleted`}
    >
      This can't be undone. Messages waiting in the queue stay.
    </ConfirmedAction>
  )
}

function DeleteOne(props: { queueId: string; message: Message | null; onClose: () => void }) {
  const { queueId, message, onClose } = props
  return (
    <ConfirmedAction
      open={message !== null}
      onClose={onClose}
      title="Delete this message?"
      action="Delete"
      mutation={useDeleteDeadMessage(queueId)}
      given={message?.id ?? ''}
      done={() => 'Message deleted'}
    >
      This can't be undone.
    </ConfirmedAction>
  )
}

/** A changed count of dead messages means that the list is stale. */
function useRefetchOnChange(refetch: () => unknown, dead: number) {
  const before = useRef(dead)
  useEffect(() => {
    if (before.current !== dead) refetch()
    before.current = dead
  }, [dead, refetch])
}
