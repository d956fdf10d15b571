import { useAccess } from '../../../api/accounts/access.ts'
import { BOTTOM_BAR } from '../../../controls/bottom-bar.ts'
import { classes } from '../../../controls/classes.ts'
import { Checkbox } from '../../../controls/fields/checkbox.tsx'
import { IconButton } from '../../../controls/icon-button.tsx'
import { Menu, MenuItem } from '../../../controls/overlays/menu.tsx'
import type { ShownFolder } from '../filters/inbox-query.ts'
import type { ReversibleAction } from './bulk-action.ts'

/** Number of selected submissions in place of the folder tabs, and their actions; on phones these are at the bottom. */
export function SelectionBar(props: {
  folder: ShownFolder
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
  const { folder, number, all, onAction, onDelete, onStar, onLabels, onAssign, onClear, onAll } = props
  const { may, isShared } = useAccess()
  const edits = may('editor')
  return (
    <div className="flex h-full min-w-0 flex-1 items-center gap-1">
      <Checkbox
        label={all ? 'Clear selection' : 'Select all shown'}
        quietLabel
        checked={all ? true : 'some'}
        onChange={() => (all ? onClear() : onAll())}
      />
      <p role="status" className="ml-1 min-w-0 flex-1 truncate text-sm font-semibold">
        {number}
        <span className="max-[24rem]:sr-only"> selected</span>
      </p>
      <div data-bottom-bar className={classes('md:gap-1', BOTTOM_BAR)}>
        {edits ? (
          <>
            {folder === 'trash' ? (
              <IconButton icon="undo" label="Restore" onClick={() => onAction('restore')} />
            ) : folder === 'archive' ? (
              <IconButton icon="inbox" label="Move to the inbox" onClick={() => onAction('inbox')} />
            ) : (
              <IconButton icon="archive" label="Archive" shortcut="e" onClick={() => onAction('archive')} />
            )}
            {folder === 'trash' ? null : folder === 'spam' ? (
              <IconButton icon="inbox" label="Not spam" shortcut="!" onClick={() => onAction('not_spam')} />
            ) : (
              <IconButton icon="spam" label="Mark as spam" shortcut="!" onClick={() => onAction('spam')} />
            )}
          </>
        ) : null}
        {may(folder === 'trash' ? 'owner' : 'editor') ? (
          <IconButton
            icon="trash"
            label={folder === 'trash' ? 'Delete forever' : 'Delete'}
            shortcut="#"
            tone="danger"
            onClick={onDelete}
          />
        ) : null}
        <Menu trigger={<IconButton icon="more" label="More" />}>
          {edits ? (
            <>
              <MenuItem icon="star" shortcut="s" onSelect={onStar}>
                Star
              </MenuItem>
              {may('editor', 'account') ? (
                <MenuItem icon="label" shortcut="l" onSelect={onLabels}>
                  Labels
                </MenuItem>
              ) : null}
              {isShared ? (
                <MenuItem icon="account" shortcut="a" onSelect={onAssign}>
                  Assign
                </MenuItem>
              ) : null}
              <MenuItem icon="mail-open" shortcut="I" onSelect={() => onAction('read')}>
                Mark as read
              </MenuItem>
              <MenuItem icon="mail" shortcut="U" onSelect={() => onAction('unread')}>
                Mark as unread
              </MenuItem>
            </>
          ) : null}
          <MenuItem icon="close" onSelect={onClear}>
            Clear selection
          </MenuItem>
        </Menu>
      </div>
    </div>
  )
}
