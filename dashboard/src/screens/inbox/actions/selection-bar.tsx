import type { Folder } from '../../../api/submissions/submissions.ts'
import { Checkbox } from '../../../controls/fields/checkbox.tsx'
import { IconButton } from '../../../controls/icon-button.tsx'
import { count } from '../../../controls/numbers.ts'
import { Menu, MenuItem } from '../../../controls/overlays/menu.tsx'
import type { Deed } from './bulk-action.ts'

/** What can be done with the selected ones, in the place of the folders. */
export function SelectionBar(props: {
  folder: Folder
  number: number
  /** Whether the number is all that is shown, or less. */
  all: boolean
  everything: boolean
  onDeed: (deed: Deed) => void
  onDelete: () => void
  onClear: () => void
  onAll: () => void
}) {
  const { folder, number, all, everything, onDeed, onDelete, onClear, onAll } = props
  return (
    <div className="flex h-full min-w-0 flex-1 items-center gap-1">
      <Checkbox
        label={all ? 'Select none' : 'Select all that are shown'}
        quietLabel
        checked={all ? true : 'some'}
        onChange={() => (all ? onClear() : onAll())}
      />
      <p role="status" className="ml-1 min-w-0 flex-1 truncate text-sm font-semibold">
        {everything ? 'Everything' : count(number)}
        <span className="max-[24rem]:sr-only"> selected</span>
      </p>
      {folder === 'archive' ? (
        <IconButton icon="inbox" label="Move to the inbox" onClick={() => onDeed('inbox')} />
      ) : (
        <IconButton icon="archive" label="Archive" shortcut="e" onClick={() => onDeed('archive')} />
      )}
      {folder === 'spam' ? (
        <IconButton icon="inbox" label="Not spam" shortcut="!" onClick={() => onDeed('not_spam')} />
      ) : (
        <IconButton icon="spam" label="Mark as spam" shortcut="!" onClick={() => onDeed('spam')} />
      )}
      <IconButton icon="trash" label="Delete" shortcut="#" tone="danger" onClick={onDelete} />
      <Menu trigger={<IconButton icon="more" label="More" />}>
        <MenuItem icon="mail-open" shortcut="I" onSelect={() => onDeed('read')}>
          Mark as read
        </MenuItem>
        <MenuItem icon="mail" shortcut="U" onSelect={() => onDeed('unread')}>
          Mark as unread
        </MenuItem>
        <MenuItem icon="close" onSelect={onClear}>
          Select none
        </MenuItem>
      </Menu>
    </div>
  )
}
