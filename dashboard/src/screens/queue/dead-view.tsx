import { useEffect, useRef, useState } from 'react'
import { joinPages } from '../../api/client/page.ts'
import {
  type DeadFilter,
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
import { TextField } from '../../controls/fields/text-field.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { useSettled } from '../../controls/settled.ts'
import { t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { ConfirmedAction } from '../../shell/confirmed-action.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useLostFocus } from '../../shell/lost-focus.ts'
import { MessageDialog } from './message-dialog.tsx'
import { MessageRow } from './message-row.tsx'
import { type Published, PublishedFilter } from './published-filter.tsx'

const TYPING_MS = 300
/** Limit of the API. */
const MAX_SEARCH_LENGTH = 200

/** Dead messages: view, find, replay, delete. */
export function DeadView({ queue }: { queue: Queue }) {
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), TYPING_MS) || undefined
  const [published, setPublished] = useState<Published>({})
  const filter = { search, ...published }
  const isFiltered = isNarrowed(filter)
  const query = useDeadMessages(queue.id, filter)
  useRefetchOnChange(query.refetch, queue.dead_count)
  const [open, setOpen] = useState<Message | null>(null)
  const [deleting, setDeleting] = useState<Message | null>(null)
  const [deletingAll, setDeletingAll] = useState(false)
  const replay = useReplayOne(queue.id, () => setOpen(null))
  const view = useLostFocus(queue.dead_count === 0)
  return (
    <div ref={view} tabIndex={-1} className="max-w-3xl outline-none">
      <Loaded query={query} loading={<SkeletonRows rows={4} />}>
        {({ pages }) => {
          const messages = joinPages(pages)
          if (messages.length === 0 && !isFiltered) {
            return (
              <EmptyState icon="check" title={t('queue.dead.noneTitle')}>
                {t('queue.dead.noneText', {
                  times: t('queue.dead.times', { count: queue.settings.max_deliveries }),
                  days: t('queue.dead.days', { days: queue.settings.retention_days }),
                })}
              </EmptyState>
            )
          }
          return (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="min-w-0 flex-1 basis-64 text-sm text-muted text-pretty">
                  {t('queue.dead.text', { count: queue.settings.max_deliveries })}
                </p>
                <div className="flex flex-wrap gap-2">
                  {messages.length === 0 ? null : <ReplayAll queueId={queue.id} filter={filter} />}
                  {/* It would delete those that the filter hides, too. */}
                  {isFiltered ? null : (
                    <Button weight="danger-plain" icon="trash" onClick={() => setDeletingAll(true)}>
                      {t('queue.delete.all')}
                    </Button>
                  )}
                </div>
              </div>
              <div className="mb-4 flex flex-wrap items-center gap-3">
                <TextField
                  type="search"
                  label={t('queue.dead.search')}
                  quietLabel
                  placeholder={t('queue.dead.search')}
                  className="min-w-0 flex-1 basis-56"
                  maxLength={MAX_SEARCH_LENGTH}
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                  autoComplete="off"
                  spellCheck={false}
                />
                <PublishedFilter onChange={setPublished} />
              </div>
              <p role="status" className="mb-4 text-sm text-muted empty:hidden">
                {messages.length === 0 && !query.hasNextPage ? t('queue.dead.noMatch') : null}
              </p>
              <ul
                aria-label={t('queue.dead.list')}
                className="divide-y rounded-md border bg-card empty:hidden"
              >
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
                          {t('queue.replay.action')}
                        </Button>
                        <IconButton
                          icon="trash"
                          label={t('shell.words.delete')}
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
              {t('shell.words.delete')}
            </Button>
            <Button
              weight="main"
              icon="undo"
              busy={replay.under === message.id}
              onClick={() => replay.run(message.id)}
            >
              {t('queue.replay.action')}
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
    failed: t('queue.replay.notOne'),
    done: () => ({ title: t('queue.replay.one') }),
    onDone,
  })
  return { run, under: replay.isPending ? replay.variables : null }
}

/** Returns true for a filter that may hide messages. */
function isNarrowed(filter: DeadFilter): boolean {
  return Object.values(filter).some((part) => part !== undefined)
}

function ReplayAll({ queueId, filter }: { queueId: string; filter: DeadFilter }) {
  const isFiltered = isNarrowed(filter)
  const replay = useReplayAll(queueId)
  const run = useAction(replay, {
    failed: t('queue.replay.none'),
    done: ({ replayed }) => ({ title: t('queue.replay.some', { count: replayed }) }),
  })
  return (
    <Button icon="undo" busy={replay.isPending} onClick={() => run(filter)}>
      {t(isFiltered ? 'queue.replay.allMatching' : 'queue.replay.all')}
    </Button>
  )
}

function DeleteAll({ queueId, ...dialog }: { queueId: string; open: boolean; onClose: () => void }) {
  return (
    <ConfirmedAction
      {...dialog}
      title={t('queue.delete.allQuestion')}
      action={t('queue.delete.all')}
      mutation={useDeleteDeadMessages(queueId)}
      given={undefined}
      done={({ deleted }) => t('queue.delete.some', { count: deleted })}
    >
      {t('queue.delete.allEffect')}
    </ConfirmedAction>
  )
}

function DeleteOne(props: { queueId: string; message: Message | null; onClose: () => void }) {
  const { queueId, message, onClose } = props
  return (
    <ConfirmedAction
      open={message !== null}
      onClose={onClose}
      title={t('queue.delete.oneQuestion')}
      action={t('shell.words.delete')}
      mutation={useDeleteDeadMessage(queueId)}
      given={message?.id ?? ''}
      done={() => t('queue.delete.one')}
    >
      {t('queue.delete.oneEffect')}
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
