import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useAccess } from '../../api/accounts/access.ts'
import type { Submission } from '../../api/submissions/submissions.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button, buttonClass } from '../../controls/button.tsx'
import { classes } from '../../controls/classes.ts'
import { CopyIcon } from '../../controls/copy.tsx'
import { Icon } from '../../controls/icon.tsx'
import { LabelChip } from '../../controls/label-chip.tsx'
import { Day, Moment, RelativeTime } from '../../controls/relative-time.tsx'
import { rich, t } from '../../language/texts.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { isEmailWaiting } from '../inbox/actions/bulk-action.ts'
import { useInboxAround } from '../inbox/inbox-context.ts'
import { replyAddress } from '../inbox/list/reply-address.ts'
import { findSender } from '../inbox/list/summary.ts'
import { toUnnamed } from '../inbox/list/unnamed.ts'
import { deletedForGoodAt } from '../inbox/trash.ts'
import { EmailNote } from './email-note.tsx'
import { mailLink } from './links.ts'
import { findListedSender, useSenderActions } from './list-sender.ts'
import { useLinks } from './message.tsx'
import { replyLink } from './reply.ts'
import { describeSpamReason } from './spam-words.ts'

const EarlierMessages = lazyPart(() => import('./earlier.tsx').then((file) => file.EarlierMessages))

/** Heading of a submission: sender, endpoint, time, reply. */
export function Heading({ submission }: { submission: Submission }) {
  const { endpoint_id, endpoint_name, received_at, fields, folder } = submission
  const heading = useRef<HTMLHeadingElement>(null)
  const link = replyLink(submission)
  const address = replyAddress(fields)
  const sender = findSender(fields)
  const links = useLinks(submission)
  useEffect(() => {
    // On a phone the list row is unmounted.
    if (document.activeElement?.contains(heading.current)) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="mb-5 flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 ref={heading} tabIndex={-1} className="text-xl outline-none [overflow-wrap:anywhere]">
            {sender !== null && sender === address ? (
              <Address address={address} links={links} />
            ) : (
              <bdi>{sender ?? toUnnamed(submission)}</bdi>
            )}
          </h2>
          {address !== null && address !== sender ? (
            <p className="text-muted break-all">
              <Address address={address} links={links} />
            </p>
          ) : null}
          <p className="mt-1 text-sm text-muted">
            <Moment at={received_at} />
            <span className="print:hidden">
              {' · '}
              <RelativeTime at={received_at} />
            </span>
          </p>
          <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
            <Link
              to="/forms/$endpointId"
              params={{ endpointId: endpoint_id }}
              className="inline-block min-h-6 min-w-0 underline decoration-line underline-offset-4 [overflow-wrap:anywhere] hover:text-ink hover:decoration-current"
            >
              <bdi>{endpoint_name ?? endpoint_id}</bdi>
            </Link>
            {address === null ? null : (
              <Suspense fallback={null}>
                <EarlierMessages key={submission.id} submission={submission} address={address} />
              </Suspense>
            )}
          </div>
        </div>
        {link === null ? null : (
          <a
            href={link}
            className={classes(
              buttonClass(folder === 'spam' ? {} : { weight: 'main' }),
              'max-md:hidden print:hidden',
            )}
          >
            <Icon name="reply" /> {t('submission.toolbar.reply')}
          </a>
        )}
      </div>
      {submission.labels.length === 0 ? null : (
        <ul aria-label={t('submission.toolbar.labels')} className="flex flex-wrap gap-1.5">
          {submission.labels.map(({ id, name, color }) => (
            <li key={id} className="flex">
              <LabelChip name={name} color={color} />
            </li>
          ))}
        </ul>
      )}
      {submission.assignee === null ? null : <Assigned email={submission.assignee.email} />}
      {submission.note === null ? null : <Note note={submission.note} />}
      {submission.test ? (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Badge tone="warn">{t('submission.heading.test')}</Badge> {t('submission.heading.testExplained')}
        </p>
      ) : null}
      {submission.unjudged && folder !== 'spam' ? (
        <p className="text-sm text-muted">{t('submission.reason.unjudged')}</p>
      ) : null}
      {folder === 'spam' ? <SpamNote submission={submission} /> : null}
      {folder === 'trash' ? <TrashNote submission={submission} /> : null}
      <EmailNote submission={submission} />
    </header>
  )
}

function Address({ address, links }: { address: string; links: 'clickable' | 'plain' }) {
  return (
    <span className="group inline-flex max-w-full items-center gap-1">
      {links === 'plain' ? (
        address
      ) : (
        <a
          href={mailLink(address)}
          className="min-w-0 break-all decoration-line underline-offset-4 hover:underline"
        >
          {address}
        </a>
      )}
      <CopyIcon label={t('submission.heading.copyAddress')} text={address} className="-my-1" />
    </span>
  )
}

/** The person who deals with the submission, and the way to choose another. */
function Assigned({ email }: { email: string }) {
  const { openDialog } = useInboxAround()
  const { may } = useAccess()
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <Icon name="account" className="size-4 text-muted" />
      <span className="min-w-0 break-all">
        {rich('submission.heading.assignedTo', { email: <bdi>{email}</bdi> })}
      </span>
      {may('editor') ? (
        <Button size="small" weight="quiet" className="print:hidden" onClick={() => openDialog('assign')}>
          {t('submission.heading.changeAssigned')}
        </Button>
      ) : null}
    </p>
  )
}

/** The note of those who work on the submission, and the way to change it. */
function Note({ note }: { note: string }) {
  const { openDialog } = useInboxAround()
  const { may } = useAccess()
  return (
    <div className="flex items-start gap-2 rounded-md bg-orange-tint py-2 ps-4 pe-2 text-sm">
      <p className="min-w-0 flex-1 self-center">
        <span className="sr-only">{t('submission.heading.note')} </span>
        <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note}</bdi>
      </p>
      {may('editor') ? (
        <Button size="small" weight="quiet" className="print:hidden" onClick={() => openDialog('note')}>
          {t('submission.heading.editNote')}
        </Button>
      ) : null}
    </div>
  )
}

function TrashNote({ submission }: { submission: Submission }) {
  const { perform } = useInboxAround()
  const { may } = useAccess()
  const { trashed_at } = submission
  const text =
    // Unknown until the service has answered.
    trashed_at === null
      ? t('submission.trash.in')
      : rich('submission.trash.until', { day: <Day at={deletedForGoodAt(trashed_at)} /> })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken py-2 ps-4 pe-2 text-sm">
      <p className="min-w-0 flex-1 basis-60">
        {isEmailWaiting(submission) ? rich('submission.trash.emailWaits', { text }) : text}
      </p>
      <Button size="small" disabled={!may('editor')} onClick={() => perform('restore', [submission])}>
        {t('submission.toolbar.restore')}
      </Button>
    </div>
  )
}

function SpamNote({ submission }: { submission: Submission }) {
  const { perform } = useInboxAround()
  const { may } = useAccess()
  const { allow } = useSenderActions(submission)
  const sender = findListedSender(submission)
  const reasons = submission.spam_reasons
  return (
    <div className="flex flex-col gap-2 rounded-md bg-warn-tint px-4 py-3 text-sm">
      <p className="font-semibold text-warn">
        {reasons === null ? t('submission.spam.byYou') : t('submission.spam.automatically')}
      </p>
      {reasons === null ? null : (
        <ul className="list-disc ps-5">
          {reasons.map((reason) => (
            <li key={reason}>{describeSpamReason(reason)}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {may('editor') ? (
          <Button size="small" onClick={() => perform('not_spam', [submission])}>
            {t('submission.toolbar.notSpam')}
          </Button>
        ) : null}
        {sender === null || !may('owner') ? null : (
          <Button size="small" onClick={() => allow(sender.address)}>
            {t('submission.sender.allow')}
          </Button>
        )}
      </div>
    </div>
  )
}
