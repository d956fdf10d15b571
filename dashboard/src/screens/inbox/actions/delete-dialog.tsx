import { countOf } from '../../../controls/numbers.ts'
import { ConfirmDialog } from '../../../controls/overlays/confirm-dialog.tsx'

/** What is to be deleted: some, or everything that the filter finds. */
export type ToDelete = { kind: 'these'; ids: readonly string[] } | { kind: 'everything' }

const WORD = 'delete'

/** Asks before something is deleted for good. */
export function DeleteDialog(props: {
  what: ToDelete | null
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}) {
  const { what, busy, onClose, onConfirm } = props
  const everything = what?.kind === 'everything'
  const number = what?.kind === 'these' ? what.ids.length : 0
  return (
    <ConfirmDialog
      open={what !== null}
      onClose={onClose}
      onConfirm={onConfirm}
      title={everything ? 'Delete everything that matches?' : `Delete ${countOf(number, 'submission')}?`}
      deed="Delete"
      busy={busy}
      {...(everything ? { typed: WORD } : {})}
    >
      {everything ? 'All of them, also those that are not shown here, ' : number === 1 ? 'It ' : 'They '}
      will be gone for good, with {number === 1 ? 'its emails' : 'their emails'}. To put something away,
      archive it.
    </ConfirmDialog>
  )
}
