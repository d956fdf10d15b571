import type { Submission } from '../../../api/submissions/submissions.ts'
import { classes } from '../../../controls/classes.ts'
import { COLOR_CLASSES } from '../../../controls/colors.ts'
import { Icon } from '../../../controls/icon.tsx'
import { LabelChip } from '../../../controls/label-chip.tsx'
import { Marked } from '../../../controls/marked.tsx'
import { ShortTime } from '../../../controls/relative-time.tsx'
import { t } from '../../../language/texts.ts'
import { getInitials, pickColor } from './initials.ts'
import { replyAddress } from './reply-address.ts'
import { toFoundPreview } from './summary.ts'
import { toUnnamed } from './unnamed.ts'

/** Where the page begins, whatever the direction of the text. */
const AT_PAGE_START = 'text-left in-[[dir=rtl]]:text-right'

type Part = { submission: Submission; className: string }

/** The sender, or words in the place of one. */
export function Name(props: Part & { sender: string | null; words: readonly string[] }) {
  const { submission, sender, words, className } = props
  return (
    <bdi
      className={classes(
        'min-w-0 truncate',
        AT_PAGE_START,
        submission.read ? 'font-medium' : 'font-bold',
        className,
      )}
    >
      {sender !== null ? (
        <Marked text={sender} words={words} />
      ) : (
        <span className="text-muted">{toUnnamed(submission)}</span>
      )}
    </bdi>
  )
}

/** One line of what was sent. */
export function Preview(props: Part & { words: readonly string[] }) {
  const { submission, words, className } = props
  const { fields, files, read } = submission
  return (
    <bdi className={classes('min-w-0 truncate text-sm', AT_PAGE_START, read && 'text-muted', className)}>
      <Marked text={toFoundPreview(fields, words) || listNames(files)} words={words} />
    </bdi>
  )
}

/** The form that it was sent to, in a list of several. */
export function Place(props: Part & { ofSeveral: boolean }) {
  const { submission, ofSeveral, className } = props
  if (!ofSeveral) return null
  return (
    <bdi className={classes('min-w-12 shrink-20 truncate text-xs text-muted', className)}>
      {submission.endpoint_name ?? submission.endpoint_id}
    </bdi>
  )
}

/** Labels of a row, and the number of those that have no room. */
export function Labels({ submission, most }: Pick<Part, 'submission'> & { most: number }) {
  const { labels } = submission
  if (labels.length === 0) return null
  return (
    <>
      <span className="sr-only">{t('inbox.row.labels')} </span>
      {labels.slice(0, most).map(({ id, name, color }) => (
        <LabelChip key={id} name={name} color={color} />
      ))}
      {labels.length > most ? (
        <span className="shrink-0 text-xs text-muted">
          <span aria-hidden="true">+{labels.length - most}</span>
          <span className="sr-only">{t('inbox.row.moreLabels', { count: labels.length - most })}</span>
        </span>
      ) : null}
    </>
  )
}

/** Star, note, files, assignee and time. */
export function Facts({ submission }: Pick<Part, 'submission'>) {
  const { files, received_at, read, starred, note, assignee } = submission
  return (
    <>
      {starred ? (
        <span className="shrink-0 self-center text-warn">
          <Icon name="star" className="size-3.5 fill-current!" />
          <span className="sr-only">{t('inbox.row.starred')}</span>
        </span>
      ) : null}
      {note === null ? null : (
        <span className="shrink-0 self-center text-muted">
          <Icon name="note" className="size-3.5" />
          <span className="sr-only">{t('inbox.row.note')}</span>
        </span>
      )}
      {files.length === 0 ? null : (
        <span className="inline-flex shrink-0 items-center gap-0.5 self-center text-xs text-muted">
          <Icon name="attachment" className="size-3.5" />
          <span aria-hidden="true" className="tabular-nums">
            {files.length}
          </span>
          <span className="sr-only">{t('inbox.row.files', { count: files.length })}</span>
        </span>
      )}
      {assignee === null ? null : (
        <span className="flex h-5 min-w-5 shrink-0 items-center justify-center self-center rounded-full border border-edge px-0.5 text-[0.625rem] font-semibold text-muted">
          <span aria-hidden="true">{getInitials(assignee.email) ?? '?'}</span>
          <span className="sr-only">{t('inbox.row.assigned', { name: assignee.email })}</span>
        </span>
      )}
      <ShortTime
        at={received_at}
        className={classes(
          'shrink-0 text-xs tabular-nums',
          read ? 'text-muted' : 'font-semibold text-accent',
        )}
      />
    </>
  )
}

/** Initials of the sender in a circle, whose color is the same for each message from one address. */
export function Initials({ submission, sender }: { submission: Submission; sender: string | null }) {
  const { fields, ciphertext } = submission
  const initials = sender === null ? null : getInitials(sender)
  const color = sender === null ? 'gray' : pickColor(replyAddress(fields) ?? sender)
  return (
    <span
      aria-hidden="true"
      className={classes(
        'mt-1 flex size-8 shrink-0 items-center justify-center rounded-full text-xs font-semibold select-none',
        COLOR_CLASSES[color],
      )}
    >
      {initials ?? <Icon name={ciphertext === null ? 'account' : 'lock'} className="size-4" />}
    </span>
  )
}

/** Preview of a submission without any text. */
function listNames(files: Submission['files']): string {
  return files.map(({ name }) => name).join(', ')
}
