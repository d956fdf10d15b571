import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccess } from '../../api/accounts/access.ts'
import { formatUnread } from '../../api/submissions/submissions.ts'
import {
  type ListedView,
  MAX_VIEW_NAME_LENGTH,
  toSearch,
  useDeleteView,
  useRenameView,
  useViews,
} from '../../api/submissions/views.ts'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Icon } from '../../controls/icon.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { Menu, MenuItem, MenuLine, MenuLink } from '../../controls/overlays/menu.tsx'
import { t } from '../../language/texts.ts'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { errorText } from '../error-words.ts'

/** Saved views of the inbox with their unread counts, each with a menu that renames or deletes it. */
export function SavedViews() {
  const { data: views = [] } = useViews()
  const [renamed, setRenamed] = useState<ListedView | null>(null)
  const [deleted, setDeleted] = useState<ListedView | null>(null)
  const remove = useDeleteView()
  const { may } = useAccess()
  if (views.length === 0) return null
  return (
    <>
      <ul aria-label={t('shell.views.title')} className="mb-1 flex flex-col gap-0.5 ps-5">
        {views.map((view) => (
          <li key={view.id} className="group relative flex">
            <Link
              to="/inbox"
              search={toSearch(view)}
              activeOptions={{ explicitUndefined: true }}
              className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md ps-3 pe-8 text-sm font-medium text-muted no-underline transition-colors hover:bg-sunken hover:text-ink data-[status=active]:bg-sunken data-[status=active]:text-ink"
            >
              <span className="min-w-0 flex-1 truncate text-start">
                <bdi>{view.name}</bdi>
              </span>
              {view.unread ? (
                <span className="text-xs font-semibold text-accent tabular-nums">
                  {formatUnread(view.unread)}
                  <span className="sr-only"> {t('shell.nav.unread', { count: view.unread })}</span>
                </span>
              ) : null}
            </Link>
            {may('editor', 'account') ? (
              <Menu
                trigger={
                  <button
                    type="button"
                    aria-label={t('shell.views.change', { name: view.name })}
                    className="absolute end-1 top-1 flex size-6 items-center justify-center rounded-sm text-muted opacity-0 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
                  >
                    <Icon name="more" className="size-4" />
                  </button>
                }
              >
                <MenuItem icon="settings" onSelect={() => setRenamed(view)}>
                  {t('shell.words.rename')}
                </MenuItem>
                <MenuItem icon="trash" onSelect={() => setDeleted(view)}>
                  {t('shell.words.delete')}
                </MenuItem>
              </Menu>
            ) : null}
          </li>
        ))}
      </ul>
      {renamed === null ? null : <RenameView view={renamed} onClose={() => setRenamed(null)} />}
      <ConfirmedAction
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        title={t('shell.views.deleteQuestion', { name: deleted?.name ?? '' })}
        action={t('shell.words.delete')}
        mutation={remove}
        given={deleted?.id ?? ''}
        done={() => t('shell.views.deleted')}
      >
        {t('shell.views.submissionsStay')}
      </ConfirmedAction>
    </>
  )
}

/** Saved views as items of a menu, on phones. */
export function SavedViewLinks() {
  const { data: views = [] } = useViews()
  if (views.length === 0) return null
  return (
    <>
      {views.map((view) => (
        <MenuLink key={view.id} icon="inbox" link={<Link to="/inbox" search={toSearch(view)} />}>
          <span className="flex items-center gap-2">
            <bdi className="min-w-0 flex-1 truncate">{view.name}</bdi>
            {view.unread ? (
              <span className="text-xs font-semibold text-accent tabular-nums">
                {formatUnread(view.unread)}
                <span className="sr-only"> {t('shell.nav.unread', { count: view.unread })}</span>
              </span>
            ) : null}
          </span>
        </MenuLink>
      ))}
      <MenuLine />
    </>
  )
}

function RenameView({ view, onClose }: { view: ListedView; onClose: () => void }) {
  const [name, setName] = useState(view.name)
  const rename = useRenameView()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('shell.views.rename')}
      form={{
        submit: () => rename.mutate({ id: view.id, name: name.trim() }, { onSuccess: onClose }),
        label: t('shell.words.save'),
        busy: rename.isPending,
        disabled: name.trim() === '',
      }}
    >
      <TextField
        label={t('shell.words.name')}
        value={name}
        maxLength={MAX_VIEW_NAME_LENGTH}
        onChange={({ target }) => setName(target.value)}
        autoComplete="off"
        error={errorText(rename.error)}
      />
    </Dialog>
  )
}
