import { type MouseEvent, memo } from 'react'
import { describeSpamReason } from '../../../../../src/domain/spam/spam-reasons.ts'
import type { Submission } from '../../../api/submissions/submissions.ts'
import { Badge, type Tone } from '../../../controls/badge.tsx'
import { classes } from '../../../controls/classes.ts'
import { Icon } from '../../../controls/icon.tsx'
import { Marked } from '../../../controls/marked.tsx'
import { pluralize } from '../../../controls/numbers.ts'
import { ShortTime } from '../../../controls/relative-time.tsx'
import { folderLabel } from '../filters/inbox-query.ts'
import { findSender, toFoundPreview, toUnnamed } from './summary.ts'

const MAX_REASONS = 2

type RowProps = {
  submission: Submission
  href: string
  open: boolean
  selected: boolean
  /** True if the list covers several endpoints; for one, the summary replaces its name. */
  ofSeveral: boolean
  /** True if the list covers all folders; each row names its own. */
  ofAllFolders: boolean
  /** Words that were searched for. */
  words: readonly string[]
  /** True while no email can be sent. */
  emailsDelayed: boolean
  /** True if an answer was begun and not posted. */
  hasDraft: boolean
  /** Row reached by Tab; the others are reached by j and k. */
  current: boolean
  onOpen: (id: string) => void
  onSelect: (id: string, how: { range: boolean }) => void
}

/** Row of a submission, three lines of fixed height: sender, summary, endpoint. */
export const Row = memo(function Row(props: RowProps) {
  const {
    submission,
    href,
    open,
    selected,
    ofSeveral,
    ofAllFolders,
    words,
    emailsDelayed,
    hasDraft,
    current,
    onOpen,
    onSelect,
  } = props
  const { id, endpoint_name, endpoint_id, received_at, read, fields, files } = submission
  const sender = findSender(fields)
  const marks = [
    ...(ofAllFolders ? [{ words: folderLabel(submission.folder), tone: 'plain' as const }] : []),
    ...(hasDraft ? [{ words: 'Draft', tone: 'warn' as const }] : []),
    ...(submission.test ? [{ words: 'Test', tone: 'warn' as const }] : []),
    ...listMarks(submission, emailsDelayed),
  ]
  const hasFoot = ofSeveral || marks.length > 0
  return (
    <div
      className={classes(
        // No transition: rows pass under the pointer while scrolling.
        'relative flex h-full gap-1 border-b pr-4 pl-2',
        open
          ? 'bg-tint forced-colors:border-l-8 forced-colors:border-l-[Highlight] forced-colors:pl-0'
          : selected
            ? 'bg-sunken'
            : 'hover:bg-sunken/60',
      )}
    >
      <TickBox
        label={`Select ${sender ?? 'this submission'}`}
        checked={selected}
        tabbable={current}
        onChange={(how) => onSelect(id, how)}
      />
      {/* Not a Link of the router: each reckons where it leads, and hundreds come and go while one scrolls. */}
      <a
        href={href}
        onClick={(event) => {
          if (!isPlain(event)) return
          event.preventDefault()
          onOpen(id)
        }}
        tabIndex={current ? 0 : -1}
        aria-current={open ? 'page' : undefined}
        className="min-w-0 flex-1 py-2.5 short:py-0.5 no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        <span className="flex items-baseline gap-2">
          {read ? null : (
            <span className="absolute top-9 short:top-7.5 left-[1.375rem] size-2 rounded-full bg-accent forced-colors:bg-[Highlight] pointer-coarse:left-[1.625rem]">
              <span className="sr-only">Unread. </span>
            </span>
          )}
          <bdi className={classes('min-w-0 flex-1 truncate text-left', read ? 'font-medium' : 'font-bold')}>
            {sender !== null ? (
              <Marked text={sender} words={words} />
            ) : (
              <span className="text-muted">{toUnnamed(submission)}</span>
            )}
          </bdi>
          {files.length === 0 ? null : (
            <span className="inline-flex shrink-0 items-center gap-0.5 self-center text-xs text-muted">
              <Icon name="attachment" className="size-3.5" />
              <span aria-hidden="true" className="tabular-nums">
                {files.length}
              </span>
              <span className="sr-only">{pluralize(files.length, 'file')}</span>
            </span>
          )}
          <ShortTime
            at={received_at}
            className={classes(
              'shrink-0 text-xs tabular-nums',
              read ? 'text-muted' : 'font-semibold text-accent',
            )}
          />
        </span>
        <bdi
          className={classes(
            'text-left text-sm',
            hasFoot ? 'block truncate' : 'line-clamp-2 short:line-clamp-1',
            read && 'text-muted',
          )}
        >
          <Marked text={toFoundPreview(fields, words) || listNames(files)} words={words} />
        </bdi>
        {hasFoot ? (
          <span className="mt-0.5 flex h-5.5 short:hidden items-center gap-2 text-xs text-muted">
            <bdi className="min-w-0 flex-1 truncate text-left">
              {ofSeveral ? (endpoint_name ?? endpoint_id) : null}
            </bdi>
            {marks.map(({ words, tone }) => (
              <Badge key={words} tone={tone}>
                {words}
              </Badge>
            ))}
          </span>
        ) : null}
      </a>
    </div>
  )
})

/** Preview of a submission without any text. */
function listNames(files: Submission['files']): string {
  return files.map(({ name }) => name).join(', ')
}

/** Returns true for a plain click, not one that opens a new tab. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
}

/** Labels for unusual states. */
function listMarks(
  { folder, delivery, spam_reasons }: Submission,
  emailsDelayed: boolean,
): { words: string; tone: Tone }[] {
  if (folder === 'spam') {
    const words = spam_reasons?.map((reason) => describeSpamReason(reason).label) ?? ['Moved by you']
    return [...new Set(words)].slice(0, MAX_REASONS).map((words) => ({ words, tone: 'plain' }))
  }
  const isDelayed = delivery === 'delayed' || (delivery === 'queued' && emailsDelayed)
  if (isDelayed) return [{ words: 'Delivery delayed', tone: 'warn' }]
  if (delivery === 'bounced') return [{ words: 'Email bounced', tone: 'bad' }]
  if (delivery === 'failed') return [{ words: 'Delivery failed', tone: 'bad' }]
  return []
}

/** Checkbox of a row: a plain input, because hundreds mount while scrolling. */
function TickBox(props: {
  label: string
  checked: boolean
  tabbable: boolean
  onChange: (how: { range: boolean }) => void
}) {
  const { label, checked, tabbable, onChange } = props
  return (
    <label className="relative z-1 flex w-9 shrink-0 items-start justify-center self-stretch pt-3 short:pt-1.5 pointer-coarse:w-11">
      <span className="relative size-[1.125rem]">
        <input
          type="checkbox"
          aria-label={label}
          checked={checked}
          tabIndex={tabbable ? 0 : -1}
          onChange={({ nativeEvent }) =>
            // The click that Space triggers also carries shiftKey.
            onChange({ range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
          }
          className="absolute inset-0 cursor-pointer appearance-none rounded-sm border border-edge bg-card transition-colors hover:border-ink checked:border-accent checked:bg-accent"
        />
        {checked ? (
          <Icon
            name="check"
            className="pointer-events-none absolute top-0.5 left-0.5 size-3.5 stroke-3 text-on-accent"
          />
        ) : null}
      </span>
    </label>
  )
}
