import { useShortcuts } from '../../keyboard/shortcuts.ts'
import type { Inbox } from './use-inbox.ts'

/** Shortcuts of the inbox, as in common mail apps. */
export function useInboxKeys(inbox: Inbox): void {
  const { move, openCurrent, back, perform, remove, reply, copy, target, cursor, selection } = inbox
  const spam = target?.folder === 'spam' ? 'not_spam' : 'spam'
  const select = (how: { range: boolean }) => cursor.id !== null && selection.toggle(cursor.id, how)
  useShortcuts([
    { keys: 'j', does: 'Next', group: 'List', run: () => move(1) },
    { keys: 'k', does: 'Previous', group: 'List', run: () => move(-1) },
    { keys: 'o', does: 'Open', group: 'List', run: openCurrent },
    { keys: 'Enter', does: 'Open', group: 'List', run: openCurrent },
    { keys: 'x', does: 'Select', group: 'List', run: () => select({ range: false }) },
    { keys: 'X', does: 'Select a range', group: 'List', run: () => select({ range: true }) },
    { keys: 'Escape', does: 'Clear selection', group: 'List', run: selection.clear },
    { keys: 'z', does: 'Undo', group: 'List', run: inbox.actions.undoLast },
    { keys: 'u', does: 'Back to the list', group: 'Submission', run: back },
    { keys: 'e', does: 'Archive', group: 'Submission', run: () => perform('archive') },
    { keys: '!', does: 'Toggle spam', group: 'Submission', run: () => perform(spam) },
    { keys: '#', does: 'Delete', group: 'Submission', run: () => remove() },
    { keys: 'I', does: 'Mark as read', group: 'Submission', run: () => perform('read') },
    { keys: 'U', does: 'Mark as unread', group: 'Submission', run: () => perform('unread') },
    { keys: 'r', does: 'Reply', group: 'Submission', run: reply },
    { keys: 'c', does: 'Copy as JSON', group: 'Submission', run: copy },
  ])
}
