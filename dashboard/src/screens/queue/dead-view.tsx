import { useEffect, useRef, useState } from 'react'
import { allOf } from '../../api/client/page.ts'
import { useDeadMessages, useDeleteDead, useReplay, useReplayAll } from '../../api/queues/queue-messages.ts'
import type { Message, Queue } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { LoadMore } from '../../controls/feedback/load-more.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { countOf } from '../../controls/numbers.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { ConfirmedDeed } from '../../shell/confirmed-action.tsx'
import { useSayError } from '../../shell/error-toast.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { MessageRow } from './message-row.tsx'

/** Messages that nobody could work off: looked at, put back, or deleted. */
export function DeadView({ queue }: { queue: Queue }) {
  const query = useDeadMessages(queue.id)
  useAskedAgain(query.refetch, queue.dead_count)
  const [open, setOpen] = useState<Message | null>(null)
  const [purging, setPurging] = useState(false)
  const replay = useReplayOne(queue.id, () => setOpen(null))
  const view = useFocusKept(queue.dead_count)
  return (
    <div ref={view} tabIndex={-1} className="max-w-3xl outline-none">
      <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading dead messages" />}>
        {({ pages }) => {
          const messages = allOf(pages)
          if (messages.length === 0) {
            return (
              <EmptyState icon="check" title="No dead messages">
                A message that was handed out four times without being acknowledged comes to lie here. It can
                be put back into the queue from here, and is deleted four days after it was published.
              </EmptyState>
            )
          }
          return (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="min-w-0 flex-1 basis-64 text-sm text-muted text-pretty">
                  Handed out four times and never acknowledged, newest first. Replayed, a message begins anew.
                </p>
                <div className="flex flex-wrap gap-2">
                  <ReplayAll queueId={queue.id} />
                  <Button weight="danger-plain" icon="trash" onClick={() => setPurging(true)}>
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
                    deed={
                      <Button
                        size="small"
                        icon="undo"
                        busy={replay.under === message.id}
                        onClick={() => replay.run(message)}
                      >
                        Replay
                      </Button>
                    }
                  />
                ))}
              </ul>
              <LoadMore more={query} all="These are all its dead messages." />
            </>
          )
        }}
      </Loaded>
      <MessageDialog
        message={open}
        onClose={() => setOpen(null)}
        deed={(message) => (
          <Button
            weight="main"
            icon="undo"
            busy={replay.under === message.id}
            onClick={() => replay.run(message)}
          >
            Replay
          </Button>
        )}
      />
      <Purge queue={queue} open={purging} onClose={() => setPurging(false)} />
    </div>
  )
}

function useReplayOne(queueId: string, onDone: () => void) {
  const replay = useReplay(queueId)
  const { say } = useToast()
  const sayError = useSayError()
  const run = ({ id }: Message) =>
    replay.mutate(id, {
      onSuccess() {
        say({ title: 'The message is back in the queue' })
        onDone()
      },
      onError: sayError,
    })
  return { run, under: replay.isPending ? replay.variables : null }
}

function ReplayAll({ queueId }: { queueId: string }) {
  const replay = useReplayAll(queueId)
  const { say } = useToast()
  const sayError = useSayError()
  // NOTE: what is given to `mutate` is not called once the button has gone, and an empty list takes it away.
  const run = () =>
    replay
      .mutateAsync()
      .then(({ replayed }) => say({ title: `${countOf(replayed, 'message')} back in the queue` }), sayError)
  return (
    <Button icon="undo" busy={replay.isPending} onClick={run}>
      Replay all
    </Button>
  )
}

function Purge({ queue, open, onClose }: { queue: Queue; open: boolean; onClose: () => void }) {
  const { say } = useToast()
  return (
    <ConfirmedDeed
      open={open}
      onClose={onClose}
      title="Delete all dead messages?"
      deed="Delete all"
      mutation={useDeleteDead(queue.id)}
      given={undefined}
      onDone={({ deleted }) => say({ title: `${countOf(deleted, 'message')} deleted` })}
    >
      They cannot be brought back. What still waits in the queue stays.
    </ConfirmedDeed>
  )
}

/** Where another number of dead messages is told, the list is old. */
function useAskedAgain(refetch: () => unknown, dead: number) {
  const before = useRef(dead)
  useEffect(() => {
    if (before.current !== dead) refetch()
    before.current = dead
  }, [dead, refetch])
}

/** Where the focus goes when what had it is gone with the last message. */
function useFocusKept(dead: number) {
  const view = useRef<HTMLDivElement>(null)
  const before = useRef(dead)
  useEffect(() => {
    const emptied = dead === 0 && before.current > 0
    before.current = dead
    if (emptied && document.activeElement === document.body) view.current?.focus({ preventScroll: true })
  }, [dead])
  return view
}
