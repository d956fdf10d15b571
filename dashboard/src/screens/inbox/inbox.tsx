import { Outlet } from '@tanstack/react-router'
import { useAccess } from '../../api/accounts/access.ts'
import { joinPages } from '../../api/client/page.ts'
import { useOwnedList } from '../../api/endpoints/owned.ts'
import { formatUnread, useUnread } from '../../api/submissions/submissions.ts'
import { classes } from '../../controls/classes.ts'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { Kbd } from '../../controls/kbd.tsx'
import { type Shortcut, useShortcuts } from '../../keyboard/shortcuts.ts'
import { rich, t } from '../../language/texts.ts'
import { useTitle } from '../../shell/frame/title.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { folderLabel } from './filters/inbox-query.ts'
import { InboxProvider } from './inbox-context.ts'
import { ListPane } from './list/list-pane.tsx'
import { useMatches } from './list/matches.ts'
import { type Inbox, useInbox } from './use-inbox.ts'

// Lazy: opened by few.
const WorkDialog = lazyPart(() => import('./actions/work-dialog.tsx').then((file) => file.WorkDialog), null)
const DeleteDialog = lazyPart(
  () => import('./actions/delete-dialog.tsx').then((file) => file.DeleteDialog),
  null,
)

/** The inbox: a folder, and the open submission beside it on wide screens. */
export function InboxScreen() {
  const inbox = useInbox()
  const { openId, wide } = inbox
  const isFirstRun = useFirstRun(inbox)
  const matches = useMatches(inbox)
  useInboxKeys(inbox)
  return (
    <InboxProvider value={inbox}>
      <h1 className="sr-only">{folderLabel(inbox.filter.folder)}</h1>
      <div className="relative min-h-96 flex-1 short:min-h-0">
        <div
          className={classes(
            'absolute inset-0 grid grid-cols-[minmax(0,1fr)]',
            !isFirstRun && 'lg:grid-cols-[23rem_minmax(0,1fr)] xl:grid-cols-[26rem_minmax(0,1fr)]',
          )}
        >
          {wide || openId === undefined ? <ListPane inbox={inbox} /> : null}
          {openId !== undefined ? (
            <div className="min-h-0 min-w-0 lg:border-s">
              <Outlet />
            </div>
          ) : wide && !isFirstRun ? (
            <NothingOpen hasRows={inbox.submissions.length > 0} />
          ) : null}
        </div>
      </div>
      {openId === undefined ? <ListTitle inbox={inbox} /> : null}
      {inbox.dialog === null ? null : <WorkDialog inbox={inbox} />}
      {inbox.deleteTarget === null ? null : (
        <DeleteDialog
          what={inbox.deleteTarget}
          matches={matches}
          busy={inbox.deleting}
          onClose={() => inbox.setDeleteTarget(null)}
          onConfirm={inbox.confirmDelete}
        />
      )}
    </InboxProvider>
  )
}

/** Returns true while nothing was ever received: the instructions take the whole width. */
function useFirstRun({ query, submissions, filter, openId }: Inbox): boolean {
  const { data } = useOwnedList('endpoints')
  if (data === undefined || query.data === undefined || openId !== undefined) return false
  if (submissions.length > 0 || filter.folder !== 'inbox') return false
  const shown = joinPages(data.pages).filter(
    ({ id }) => filter.endpoint === undefined || id === filter.endpoint,
  )
  return shown.every(({ submissions: { total } }) => total === 0)
}

/** Sets the title to the folder and its unread count while nothing is open. */
function ListTitle({ inbox: { search, filter } }: { inbox: Inbox }) {
  const { data: unread = 0 } = useUnread(search.endpoint)
  useTitle(folderLabel(filter.folder), unread > 0 ? `(${formatUnread(unread)}) ` : '')
  return null
}

/** Empty pane beside the list; blank if the list is empty. */
function NothingOpen({ hasRows }: { hasRows: boolean }) {
  if (!hasRows) return <div className="border-s bg-card" />
  return (
    <div className="flex min-h-0 flex-col justify-center overflow-y-auto border-s bg-card">
      <EmptyState icon="mail-open" title={t('inbox.nothing.title')}>
        <p>{t('inbox.nothing.text')}</p>
        <p className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm">
          <span className="inline-flex items-center gap-1.5">
            {rich('inbox.nothing.move', {
              keys: (
                <>
                  <Kbd keys="j" /> <Kbd keys="k" />
                </>
              ),
            })}
          </span>
          <span className="inline-flex items-center gap-1.5">
            {rich('inbox.nothing.open', { keys: <Kbd keys="o" /> })}
          </span>
          <span className="inline-flex items-center gap-1.5">
            {rich('inbox.nothing.shortcuts', { keys: <Kbd keys="?" /> })}
          </span>
        </p>
      </EmptyState>
    </div>
  )
}

/** Shortcuts of the inbox, as in common mail apps. */
function useInboxKeys(inbox: Inbox): void {
  const { move, openCurrent, back, perform, remove, reply, copy, target, cursor, selection } = inbox
  const spam = target?.folder === 'spam' ? 'not_spam' : 'spam'
  const { may, isShared } = useAccess()
  const select = (how: { range: boolean }) => cursor.id !== null && selection.toggle(cursor.id, how)
  const edits: readonly Shortcut[] = [
    { keys: 'e', does: t('inbox.actions.archive'), group: 'submission', run: () => perform('archive') },
    { keys: '!', does: t('inbox.actions.toggleSpam'), group: 'submission', run: () => perform(spam) },
    { keys: '#', does: t('shell.words.delete'), group: 'submission', run: () => remove() },
    { keys: 'I', does: t('inbox.actions.read'), group: 'submission', run: () => perform('read') },
    { keys: 'U', does: t('inbox.actions.unread'), group: 'submission', run: () => perform('unread') },
    { keys: 's', does: t('inbox.actions.toggleStar'), group: 'submission', run: () => inbox.star() },
    ...(may('editor', 'account')
      ? [
          {
            keys: 'l',
            does: t('inbox.actions.labels'),
            group: 'submission',
            run: () => inbox.openDialog('labels'),
          } as const,
        ]
      : []),
    { keys: 'n', does: t('inbox.actions.note'), group: 'submission', run: () => inbox.openDialog('note') },
    ...(isShared
      ? [
          {
            keys: 'a',
            does: t('inbox.actions.assign'),
            group: 'submission',
            run: () => inbox.openDialog('assign'),
          } as const,
        ]
      : []),
  ]
  useShortcuts([
    { keys: 'j', does: t('inbox.list.next'), group: 'list', run: () => move(1) },
    { keys: 'k', does: t('inbox.list.previous'), group: 'list', run: () => move(-1) },
    { keys: 'o', does: t('shell.words.open'), group: 'list', run: openCurrent },
    { keys: 'Enter', does: t('shell.words.open'), group: 'list', run: openCurrent },
    { keys: 'x', does: t('inbox.list.select'), group: 'list', run: () => select({ range: false }) },
    { keys: 'X', does: t('inbox.list.selectRange'), group: 'list', run: () => select({ range: true }) },
    { keys: 'Escape', does: t('inbox.list.clearSelection'), group: 'list', run: selection.clear },
    { keys: 'z', does: t('shell.words.undo'), group: 'list', run: inbox.actions.undoLast },
    { keys: 'u', does: t('inbox.list.back'), group: 'submission', run: back },
    ...(may('editor') ? edits : []),
    { keys: 'r', does: t('inbox.actions.reply'), group: 'submission', run: reply },
    { keys: 'c', does: t('inbox.actions.copyJson'), group: 'submission', run: copy },
  ])
}
