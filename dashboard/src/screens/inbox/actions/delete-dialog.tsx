import type { MatchCount } from '../../../api/submissions/match-count.ts'
import { pluralize } from '../../../controls/numbers.ts'
import { ConfirmDialog } from '../../../controls/overlays/confirm-dialog.tsx'
import { formatMatches } from '../list/match-words.ts'

/** Submissions to delete: by id, or all that match the filter. */
export type DeleteTarget = { kind: 'these'; ids: readonly string[] } | { kind: 'everything' }

const WORD = 'delete'

/** Confirms that submissions of the trash are deleted for good. */
export function DeleteDialog(props: {
  what: DeleteTarget | null
  /** Number of submissions that match the filter. */
  matches: MatchCount
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}) {
  const { what, matches, busy, onClose, onConfirm } = props
  const everything = what?.kind === 'everything'
  const number = what?.kind === 'these' ? what.ids.length : 0
  return (
    <ConfirmDialog
      open={what !== null}
      onClose={onClose}
      onConfirm={onConfirm}
      title={
        everything
          ? `Delete all ${formatMatches(matches)} matching submissions forever?`
          : `Delete ${pluralize(number, 'submission')} forever?`
      }
      action="Delete forever"
      busy={busy}
      {...(everything ? { typed: WORD } : {})}
    >
      {everything ? 'This includes submissions that are not shown here. ' : null}
      Emails not sent yet are deleted, too. This can't be undone.
    </ConfirmDialog>
  )
}
