import type { MatchCount } from '../../../api/submissions/match-count.ts'
import { ConfirmDialog } from '../../../controls/overlays/confirm-dialog.tsx'
import { t } from '../../../language/texts.ts'
import { formatMatches } from '../list/match-words.ts'

/** Submissions to delete: by id, or all that match the filter. */
export type DeleteTarget = { kind: 'these'; ids: readonly string[] } | { kind: 'everything' }

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
          ? t('inbox.forever.titleOfAll', { number: formatMatches(matches) })
          : t('inbox.forever.title', { count: number })
      }
      action={t('inbox.actions.deleteForever')}
      busy={busy}
      {...(everything ? { typed: t('inbox.forever.word') } : {})}
    >
      {t(everything ? 'inbox.forever.textOfAll' : 'inbox.forever.text')}
    </ConfirmDialog>
  )
}
