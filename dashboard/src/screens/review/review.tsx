import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useAccess } from '../../api/accounts/access.ts'
import { useLearned } from '../../api/accounts/account.ts'
import { type Doubtful, useDoubtful, type Verdict } from '../../api/submissions/review.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button, buttonClass } from '../../controls/button.tsx'
import { classes } from '../../controls/classes.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { Kbd } from '../../controls/kbd.tsx'
import { ShortTime } from '../../controls/relative-time.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { type PlainKey, t } from '../../language/texts.ts'
import { Page } from '../../shell/frame/page.tsx'
import { describeLearning } from '../../shell/learning.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { SpamMarks } from '../inbox/list/spam-marks.tsx'
import { findSender, PREVIEW_LENGTH, toPreview } from '../inbox/list/summary.ts'
import { toUnnamed } from '../inbox/list/unnamed.ts'
import { useReview } from './use-review.ts'

const MAX_REASONS = 3
const WORDS = { real: 'review.notSpam', spam: 'shell.words.spam' } as const satisfies Record<
  Verdict,
  PlainKey
>

/** Screen on which an owner says of doubtful submissions, one key each, whether they are spam. */
export function ReviewScreen() {
  const query = useDoubtful({ enabled: true })
  const { data: learned } = useLearned()
  return (
    <Page
      title={t('review.title')}
      description={
        learned === undefined
          ? t('review.text')
          : t('review.textWithLearning', { learning: describeLearning(learned) })
      }
      actions={
        <Link to="/inbox" className={buttonClass({ weight: 'quiet' })}>
          {t('review.back')}
        </Link>
      }
    >
      <Loaded query={query} loading={<SkeletonRows rows={6} />}>
        {(rows) => (rows.length === 0 ? <NothingDoubtful /> : <Rows rows={rows} />)}
      </Loaded>
    </Page>
  )
}

function NothingDoubtful() {
  return (
    <EmptyState icon="check" title={t('review.nothing.title')}>
      {t('review.nothing.text')}
    </EmptyState>
  )
}

function Rows({ rows }: { rows: readonly Doubtful[] }) {
  const { said, left, current, last, say, undo, move, point } = useReview(rows)
  const navigate = useNavigate()
  const mayEdit = useAccess().may('editor')
  const sayCurrent = (verdict: Verdict) => current && say([current.id], verdict)
  useShortcuts([
    { keys: 'j', does: t('review.next'), group: 'list', run: () => move(1) },
    { keys: 'k', does: t('review.previous'), group: 'list', run: () => move(-1) },
    ...(mayEdit
      ? ([
          { keys: 'y', does: t('review.notSpam'), group: 'submission', run: () => sayCurrent('real') },
          { keys: 'n', does: t('shell.words.spam'), group: 'submission', run: () => sayCurrent('spam') },
          { keys: 'z', does: t('shell.words.undo'), group: 'list', run: undo },
        ] as const)
      : []),
    {
      keys: 'o',
      does: t('shell.words.open'),
      group: 'list',
      run: () => current && navigate({ to: '/inbox/$submissionId', ...toPlace(current) }),
    },
  ])
  return (
    <>
      <p role="status" className="mb-3 text-sm text-muted">
        {last === null
          ? describeLeft(left.length)
          : t('review.status', { step: describeStep(last, rows), left: describeLeft(left.length) })}
      </p>
      <ol className="flex flex-col gap-2">
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            verdict={said.get(row.id) ?? null}
            isCurrent={row.id === current?.id}
            onSay={mayEdit ? (verdict) => say([row.id], verdict) : null}
            onPoint={() => point(row.id)}
          />
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {mayEdit && left.length > 1 ? (
          <Button
            onClick={() =>
              say(
                left.map(({ id }) => id),
                'spam',
              )
            }
          >
            {t('review.markRest', { count: left.length })}
          </Button>
        ) : null}
        {last === null ? null : (
          <Button weight="quiet" onClick={undo}>
            {t('shell.words.undo')} <Kbd keys="z" />
          </Button>
        )}
        {left.length === 0 ? (
          <Link to="/inbox" className={buttonClass({ weight: 'main' })}>
            {t('review.back')}
          </Link>
        ) : null}
      </div>
    </>
  )
}

function Row(props: {
  row: Doubtful
  verdict: Verdict | null
  isCurrent: boolean
  /** Null for those who may only read. */
  onSay: ((verdict: Verdict) => void) | null
  onPoint: () => void
}) {
  const { row, verdict, isCurrent, onSay, onPoint } = props
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const sender = findSender(row.fields)
  const preview = toPreview(row.fields)
  return (
    <li
      ref={item}
      aria-current={isCurrent || undefined}
      onFocus={onPoint}
      className={classes(
        'flex scroll-my-4 flex-wrap items-start gap-x-4 gap-y-2 rounded-lg border bg-card px-4 sm:flex-nowrap',
        isCurrent && 'border-accent outline outline-accent',
        verdict === null ? 'py-3' : 'items-center! bg-sunken py-1.5',
      )}
    >
      <div className="min-w-0 flex-[1_1_16rem]">
        <div className="flex items-baseline gap-2">
          <Link
            to="/inbox/$submissionId"
            {...toPlace(row)}
            className="min-w-0 truncate font-semibold text-ink no-underline hover:underline"
          >
            <bdi>{sender ?? toUnnamed(row)}</bdi>
          </Link>
          <bdi className="min-w-0 shrink-20 truncate text-xs text-muted">
            {row.endpoint_name ?? row.endpoint_id}
          </bdi>
          <ShortTime at={row.received_at} className="ms-auto shrink-0 text-xs text-muted tabular-nums" />
        </div>
        {verdict === null ? (
          <>
            <p dir="auto" className="mt-0.5 line-clamp-3 text-sm [overflow-wrap:anywhere]">
              <bdi>{preview.length < PREVIEW_LENGTH ? preview : `${preview}…`}</bdi>
            </p>
            <div className="mt-2 flex flex-wrap gap-1.5">
              <Badge tone={row.folder === 'spam' ? 'warn' : 'plain'}>
                {t(row.folder === 'spam' ? 'review.inSpam' : 'review.inInbox')}
              </Badge>
              <SpamMarks reasons={row.doubts} most={MAX_REASONS} />
            </div>
          </>
        ) : null}
      </div>
      {verdict !== null ? (
        <p className="text-sm font-semibold text-accent">{t(WORDS[verdict])}</p>
      ) : onSay === null ? null : (
        <div className="flex shrink-0 gap-2 self-center">
          <Button onClick={() => onSay('real')}>
            {t('review.notSpam')} <Kbd keys="y" />
          </Button>
          <Button onClick={() => onSay('spam')}>
            {t('shell.words.spam')} <Kbd keys="n" />
          </Button>
        </div>
      )}
    </li>
  )
}

function toPlace({ id, folder }: Doubtful) {
  return { params: { submissionId: id }, search: folder === 'spam' ? ({ folder } as const) : {} }
}

function describeLeft(number: number): string {
  return number === 0 ? t('review.allDone') : t('review.left', { count: number })
}

/** "Marked as spam." */
function describeStep(
  { ids, verdict }: { ids: readonly string[]; verdict: Verdict },
  rows: readonly Doubtful[],
): string {
  if (ids.length > 1) return t('review.step.manySpam', { count: ids.length })
  if (verdict === 'spam') return t('review.step.spam')
  const wasSpam = rows.find(({ id }) => id === ids[0])?.folder === 'spam'
  return t(wasSpam ? 'review.step.moved' : 'review.step.kept')
}
