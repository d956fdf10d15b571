import { type MouseEvent, memo } from 'react'
import type { Submission } from '../../../api/submissions/submissions.ts'
import { Badge, type Tone } from '../../../controls/badge.tsx'
import { classes } from '../../../controls/classes.ts'
import { Icon } from '../../../controls/icon.tsx'
import { t } from '../../../language/texts.ts'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { folderLabel } from '../filters/inbox-query.ts'
import type { Density } from './density.ts'
import { Facts, Initials, Labels, Name, Place, Preview } from './row-parts.tsx'
import { findSender } from './summary.ts'

const MAX_REASONS = 2
/** Lazy: it brings the words for all reasons. */
const SpamMarks = lazyPart(() => import('./spam-marks.tsx').then((file) => file.SpamMarks), null)

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
  density: Density
  /** Row reached by Tab; the others are reached by j and k. */
  current: boolean
  onOpen: (id: string) => void
  onSelect: (id: string, how: { range: boolean }) => void
}

/** Row of a submission, of a fixed height: a line for the sender and one for the summary, or one for both. */
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
    density,
    current,
    onOpen,
    onSelect,
  } = props
  const { id, read, fields } = submission
  const sender = findSender(fields)
  const marks: readonly Mark[] = [
    ...(ofAllFolders ? [{ words: folderLabel(submission.folder), tone: 'plain' as const }] : []),
    ...(hasDraft ? [{ words: t('inbox.row.draft'), tone: 'warn' as const }] : []),
    ...(submission.test ? [{ words: t('inbox.row.test'), tone: 'warn' as const }] : []),
    ...listMarks(submission, emailsDelayed),
  ]
  const isCompact = density === 'compact'
  return (
    <div
      className={classes(
        // No transition: rows pass under the pointer while scrolling.
        'relative flex h-full gap-1 border-b pe-4 ps-2',
        open
          ? 'bg-tint forced-colors:border-s-8 forced-colors:border-s-[Highlight] forced-colors:ps-0'
          : selected
            ? 'bg-sunken'
            : 'hover:bg-sunken/60',
      )}
    >
      <TickBox
        label={sender === null ? t('inbox.row.selectThis') : t('inbox.row.select', { sender })}
        checked={selected}
        tabbable={current}
        density={density}
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
        className={classes(
          'flex min-w-0 flex-1 no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
          isCompact ? 'items-center gap-2' : 'gap-2.5 py-1.5 short:py-0.5',
        )}
      >
        {read ? null : (
          <span
            className={classes(
              'absolute size-2 rounded-full bg-accent forced-colors:bg-[Highlight]',
              isCompact
                ? 'top-[calc(50%-0.25rem)] start-0.5'
                : 'top-9 start-[1.375rem] short:top-8 pointer-coarse:start-[1.625rem]',
            )}
          >
            <span className="sr-only">{t('inbox.row.unread')} </span>
          </span>
        )}
        {isCompact ? (
          <>
            <Name {...{ submission, sender, words }} className="w-2/5 max-w-56" />
            <Labels submission={submission} most={1} />
            <Preview {...{ submission, words }} className="flex-1" />
            <Place {...{ submission, ofSeveral }} className="max-w-40 @max-2xl:hidden" />
            <Marks submission={submission} marks={marks} most={1} />
            <Facts submission={submission} />
          </>
        ) : (
          <>
            <Initials submission={submission} sender={sender} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="flex items-baseline gap-2">
                <Name {...{ submission, sender, words }} className="flex-auto" />
                <Place {...{ submission, ofSeveral }} className="max-w-2/5" />
                <Facts submission={submission} />
              </span>
              <span className="flex h-5.5 items-center gap-2">
                <Labels submission={submission} most={2} />
                <Preview {...{ submission, words }} className="flex-1" />
                <Marks submission={submission} marks={marks} />
              </span>
            </span>
          </>
        )}
      </a>
    </div>
  )
})

/** Returns true for a plain click, not one that opens a new tab. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
}

type Mark = { words: string; tone: Tone }

/** Badges for unusual states, and for the reasons of spam; `most` is their greatest number. */
function Marks(props: { submission: Submission; marks: readonly Mark[]; most?: number }) {
  const { submission, marks, most = marks.length + MAX_REASONS } = props
  const shown = marks.slice(0, most)
  const left = Math.min(MAX_REASONS, most - shown.length)
  return (
    <>
      {shown.map(({ words, tone }) => (
        <Badge key={words} tone={tone}>
          {words}
        </Badge>
      ))}
      {submission.folder === 'spam' && left > 0 ? (
        <SpamMarks reasons={submission.spam_reasons} most={left} />
      ) : null}
    </>
  )
}

/** Labels for unusual states of the email; those of spam are `SpamMarks`. */
function listMarks({ folder, delivery }: Submission, emailsDelayed: boolean): Mark[] {
  if (folder === 'spam') return []
  const isDelayed = delivery === 'delayed' || (delivery === 'queued' && emailsDelayed)
  if (isDelayed) return [{ words: t('inbox.row.delayed'), tone: 'warn' }]
  if (delivery === 'bounced') return [{ words: t('inbox.row.bounced'), tone: 'bad' }]
  if (delivery === 'failed') return [{ words: t('inbox.row.failed'), tone: 'bad' }]
  return []
}

/** Checkbox of a row: a plain input, because hundreds mount while scrolling. */
function TickBox(props: {
  label: string
  checked: boolean
  tabbable: boolean
  density: Density
  onChange: (how: { range: boolean }) => void
}) {
  const { label, checked, tabbable, density, onChange } = props
  return (
    <label
      className={classes(
        'relative z-1 flex w-9 shrink-0 justify-center self-stretch pointer-coarse:w-11',
        density === 'compact' ? 'items-center' : 'items-start pt-3 short:pt-1.5',
      )}
    >
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
            className="pointer-events-none absolute top-0.5 start-0.5 size-3.5 stroke-3 text-on-accent"
          />
        ) : null}
      </span>
    </label>
  )
}
