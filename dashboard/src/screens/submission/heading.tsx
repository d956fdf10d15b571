import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { describeSpamReason } from '../../../../src/domain/spam/spam-reasons.ts'
import { useAccess } from '../../api/accounts/access.ts'
import type { Submission } from '../../api/submissions/submissions.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button, buttonClass } from '../../controls/button.tsx'
import { classes } from '../../controls/classes.ts'
import { CopyIcon } from '../../controls/copy.tsx'
import { Icon } from '../../controls/icon.tsx'
import { LabelChip } from '../../controls/label-chip.tsx'
import { Day, Moment, RelativeTime } from '../../controls/relative-time.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { isEmailWaiting } from '../inbox/actions/bulk-action.ts'
import { useInboxAround } from '../inbox/inbox-context.ts'
import { replyAddress } from '../inbox/list/reply-address.ts'
import { findSender, toUnnamed } from '../inbox/list/summary.ts'
import { deletedForGoodAt } from '../inbox/trash.ts'
import { EmailNote } from './email-note.tsx'
import { mailLink } from './links.ts'
import { findListedSender, useSenderActions } from './list-sender.ts'
import { useLinks } from './message.tsx'
import { replyLink } from './reply.ts'

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
            <Icon name="reply" /> Reply
          </a>
        )}
      </div>
      {submission.labels.length === 0 ? null : (
        <ul aria-label="Labels" className="flex flex-wrap gap-1.5">
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
          <Badge tone="warn">Test</Badge> Not counted, and deleted with the next real submission.
        </p>
      ) : null}
      {submission.unjudged && folder !== 'spam' ? (
        <p className="text-sm text-muted">{describeSpamReason('unjudged').sentence}</p>
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
      <CopyIcon label="Copy the email address" text={address} className="-my-1" />
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
        Assigned to <bdi>{email}</bdi>
      </span>
      {may('editor') ? (
        <Button size="small" weight="quiet" className="print:hidden" onClick={() => openDialog('assign')}>
          Change
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
    <div className="flex items-start gap-2 rounded-md bg-orange-tint py-2 pr-2 pl-4 text-sm">
      <p className="min-w-0 flex-1 self-center">
        <span className="sr-only">Note: </span>
        <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note}</bdi>
      </p>
      {may('editor') ? (
        <Button size="small" weight="quiet" className="print:hidden" onClick={() => openDialog('note')}>
          Edit note
        </Button>
      ) : null}
    </div>
  )
}

function TrashNote({ submission }: { submission: Submission }) {
  const { perform } = useInboxAround()
  const { may } = useAccess()
  const { trashed_at } = submission
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken py-2 pr-2 pl-4 text-sm">
      <p className="min-w-0 flex-1 basis-60">
        In the trash.
        {/* Unknown until the service has answered. */}
        {trashed_at === null ? null : (
          <>
            {' '}
            Deleted for good on <Day at={deletedForGoodAt(trashed_at)} />.
          </>
        )}
        {isEmailWaiting(submission) ? ' Its email won’t be sent unless you restore it.' : null}
      </p>
      <Button size="small" disabled={!may('editor')} onClick={() => perform('restore', [submission])}>
        Restore
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
        {reasons === null ? 'Marked as spam by you' : 'Marked as spam automatically'}
      </p>
      {reasons === null ? null : (
        <ul className="list-disc pl-5">
          {reasons.map((reason) => (
            <li key={reason}>{describeSpamReason(reason).sentence}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {may('editor') ? (
          <Button size="small" onClick={() => perform('not_spam', [submission])}>
            Not spam
          </Button>
        ) : null}
        {sender === null || !may('owner') ? null : (
          <Button size="small" onClick={() => allow(sender.address)}>
            Always allow this sender
          </Button>
        )}
      </div>
    </div>
  )
}
