import type { Submission } from '../../api/submissions/submissions.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import type { ReversibleAction } from './actions/bulk-action.ts'

/** Shortcuts of the inbox, as in common mail apps. */
export function useInboxKeys(actions: {
  move: (step: 1 | -1) => void
  open: () => void
  back: () => void
  select: (how: { range: boolean }) => void
  perform: (action: ReversibleAction) => void
  remove: () => void
  selectNone: () => void
  undo: () => void
  reply: () => void
  copy: () => void
  /** Submission that `!` applies to; null without one. */
  target: Submission | null
}): void {
  const { move, open, back, select, perform, remove, selectNone, undo, reply, copy, target } = actions
  const spam = target?.folder === 'spam' ? 'not_spam' : 'spam'
  useShortcuts([
    { keys: 'j', does: 'Next', group: 'List', run: () => move(1) },
    { keys: 'k', does: 'Previous', group: 'List', run: () => move(-1) },
    { keys: 'o', does: 'Open', group: 'List', run: open },
    { keys: 'Enter', does: 'Open', group: 'List', run: open },
    { keys: 'x', does: 'Select', group: 'List', run: () => select({ range: false }) },
    {
      keys: 'X',
      does: 'Select a range',
      group: 'List',
      run: () => select({ range: true }),
    },
    { keys: 'Escape', does: 'Clear selection', group: 'List', run: selectNone },
    { keys: 'z', does: 'Undo', group: 'List', run: undo },
    { keys: 'u', does: 'Back to the list', group: 'Submission', run: back },
    { keys: 'e', does: 'Archive', group: 'Submission', run: () => perform('archive') },
    { keys: '!', does: 'Toggle spam', group: 'Submission', run: () => perform(spam) },
    { keys: '#', does: 'Delete', group: 'Submission', run: remove },
    { keys: 'I', does: 'Mark as read', group: 'Submission', run: () => perform('read') },
    { keys: 'U', does: 'Mark as unread', group: 'Submission', run: () => perform('unread') },
    { keys: 'r', does: 'Reply', group: 'Submission', run: reply },
    { keys: 'c', does: 'Copy as JSON', group: 'Submission', run: copy },
  ])
}
