import { useAccess } from '../../../api/accounts/access.ts'
import { BOTTOM_BAR } from '../../../controls/bottom-bar.ts'
import { classes } from '../../../controls/classes.ts'
import { Checkbox } from '../../../controls/fields/checkbox.tsx'
import { IconButton } from '../../../controls/icon-button.tsx'
import { Menu, MenuItem } from '../../../controls/overlays/menu.tsx'
import { rich, t } from '../../../language/texts.ts'
import type { ShownFolder } from '../filters/inbox-query.ts'
import type { ReversibleAction } from './bulk-action.ts'

/** Number of selected submissions in place of the folder tabs, and their actions; on phones these are at the bottom. */
export function SelectionBar(props: {
  folder: ShownFolder
  count: number
  /** Number of selected submissions, as it is shown. */
  number: string
  /** True if all shown submissions are selected. */
  all: boolean
  onAction: (action: ReversibleAction) => void
  onDelete: () => void
  onStar: () => void
  onLabels: () => void
  onAssign: () => void
  onClear: () => void
  onAll: () => void
}) {
  const { folder, count, number, all, onAction, onDelete, onStar, onLabels, onAssign, onClear, onAll } = props
  const { may, isShared } = useAccess()
  const edits = may('editor')
  return (
    <div className="flex h-full min-w-0 flex-1 items-center gap-1">
      <Checkbox
        label={t(all ? 'inbox.list.clearSelection' : 'inbox.list.selectShown')}
        quietLabel
        checked={all ? true : 'some'}
        onChange={() => (all ? onClear() : onAll())}
      />
      {/* Only the number, where there is no room for the words. */}
      <p role="status" className="ms-1 min-w-0 flex-1 truncate text-sm font-semibold max-[24rem]:text-[0px]">
        {rich('inbox.selection.selected', { count, number: <span className="text-sm">{number}</span> })}
      </p>
      <div data-bottom-bar className={classes('md:gap-1', BOTTOM_BAR)}>
        {edits ? (
          <>
            {folder === 'trash' ? (
              <IconButton
                icon="undo"
                label={t('inbox.actions.restore')}
                onClick={() => onAction('restore')}
              />
            ) : folder === 'archive' ? (
              <IconButton icon="inbox" label={t('inbox.actions.toInbox')} onClick={() => onAction('inbox')} />
            ) : (
              <IconButton
                icon="archive"
                label={t('inbox.actions.archive')}
                shortcut="e"
                onClick={() => onAction('archive')}
              />
            )}
            {folder === 'trash' ? null : folder === 'spam' ? (
              <IconButton
                icon="inbox"
                label={t('inbox.actions.notSpam')}
                shortcut="!"
                onClick={() => onAction('not_spam')}
              />
            ) : (
              <IconButton
                icon="spam"
                label={t('inbox.actions.spam')}
                shortcut="!"
                onClick={() => onAction('spam')}
              />
            )}
          </>
        ) : null}
        {may(folder === 'trash' ? 'owner' : 'editor') ? (
          <IconButton
            icon="trash"
            label={t(folder === 'trash' ? 'inbox.actions.deleteForever' : 'shell.words.delete')}
            shortcut="#"
            tone="danger"
            onClick={onDelete}
          />
        ) : null}
        <Menu trigger={<IconButton icon="more" label={t('inbox.actions.more')} />}>
          {edits ? (
            <>
              <MenuItem icon="star" shortcut="s" onSelect={onStar}>
                {t('inbox.actions.star')}
              </MenuItem>
              {may('editor', 'account') ? (
                <MenuItem icon="label" shortcut="l" onSelect={onLabels}>
                  {t('inbox.actions.labels')}
                </MenuItem>
              ) : null}
              {isShared ? (
                <MenuItem icon="account" shortcut="a" onSelect={onAssign}>
                  {t('inbox.actions.assign')}
                </MenuItem>
              ) : null}
              <MenuItem icon="mail-open" shortcut="I" onSelect={() => onAction('read')}>
                {t('inbox.actions.read')}
              </MenuItem>
              <MenuItem icon="mail" shortcut="U" onSelect={() => onAction('unread')}>
                {t('inbox.actions.unread')}
              </MenuItem>
            </>
          ) : null}
          <MenuItem icon="close" onSelect={onClear}>
            {t('inbox.list.clearSelection')}
          </MenuItem>
        </Menu>
      </div>
    </div>
  )
}
