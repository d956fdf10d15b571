import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/accounts/me.ts'
import { type Connection, useConnection } from '../../api/client/connection.ts'
import { Icon } from '../../controls/icon.tsx'
import { pluralize } from '../../controls/numbers.ts'
import { Moment } from '../../controls/relative-time.tsx'
import { KINDS, OWNED_KINDS } from '../owned/kinds.ts'

const WARNING = 'bg-warn-tint px-4 py-2 text-center text-sm font-medium text-balance text-warn'
const CONNECTION_WORDS: Record<Exclude<Connection, 'connected'>, string> = {
  offline: "You're offline. You can read, but changes won't be saved.",
  lost: 'Connection lost. Reconnecting…',
}
const list = new Intl.ListFormat('en')

/** Banners above every screen: the service or the mail server is away, or endpoints wait for their owner. */
export function Banners() {
  return (
    <>
      <ConnectionBanner />
      <SuspendedBanner />
      <EmailsKeptBanner />
      <EmailsDelayedBanner />
      <EmailsBouncedBanner />
      <UnconfirmedBanner />
    </>
  )
}

/** Banner shown while the service cannot be reached. */
function ConnectionBanner() {
  const connection = useConnection()
  return (
    <div role="status">
      {connection === 'connected' ? null : (
        <p className={WARNING}>
          <Icon name="offline" className="mr-2 inline align-[-0.2em]" />
          {CONNECTION_WORDS[connection]}
        </p>
      )}
    </div>
  )
}

/** Banner while the operator has suspended the account. */
function SuspendedBanner() {
  const suspended = useMe().data?.suspended
  if (!suspended) return null
  return (
    <aside aria-label="Account suspended" className={WARNING}>
      The operator suspended this account on <Moment at={suspended.at} />. Nothing more is accepted, and
      nothing was deleted: you can still read and export everything.
      {suspended.reason === null ? null : (
        <>
          {' '}
          Reason: <bdi>{suspended.reason}</bdi>
        </>
      )}
    </aside>
  )
}

/** Banner while no mail server is set up, so that emails reach nobody. */
function EmailsKeptBanner() {
  const { data: me } = useMe()
  if (!me?.emails_kept) return null
  return (
    <aside aria-label="Emails are not sent" className={WARNING}>
      No mail server is set up. Emails are kept on this server and not sent.{' '}
      {me.mailbox_url === null ? (
        <>
          Read them with <code>formslot-server mailbox</code>.
        </>
      ) : (
        <a href={me.mailbox_url} className="underline underline-offset-4">
          Read them
        </a>
      )}
    </aside>
  )
}

/** Banner while the mail server is away or refuses everything. */
function EmailsDelayedBanner() {
  const since = useMe().data?.emails_delayed_since
  return (
    <div role="status">
      {since == null ? null : (
        <p className={WARNING}>
          Emails have been delayed since <Moment at={since} />. Submissions are safe here.
        </p>
      )}
    </div>
  )
}

/** Banner while the owner's address gets no emails because earlier ones bounced. */
function EmailsBouncedBanner() {
  const since = useMe().data?.emails_bounced_since
  if (since == null) return null
  return (
    <aside aria-label="Emails bounced" className={WARNING}>
      Emails to you stopped on <Moment at={since} /> because earlier ones bounced. Submissions are safe here.{' '}
      <Link to="/settings/account" className="underline underline-offset-4">
        What to do
      </Link>
    </aside>
  )
}

/** Banner while endpoints that were claimed by their link alone wait for their owner. */
function UnconfirmedBanner() {
  const unconfirmed = useMe().data?.unconfirmed
  if (!unconfirmed) return null
  const { endpoints, telemetry, queues, emails_held: emails } = unconfirmed
  const counts = { endpoints, telemetry, queues }
  const kinds = OWNED_KINDS.filter((kind) => counts[kind] > 0)
  if (kinds.length === 0) return null
  const others = telemetry > 0 ? '/telemetry' : '/queues'
  return (
    <aside
      aria-label="Claimed by link"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-sunken px-4 py-2 text-center text-sm"
    >
      <span>
        {list.format(kinds.map((kind) => pluralize(counts[kind], KINDS[kind].one)))} claimed by link
        {emails === 0 ? '.' : `, ${pluralize(emails, 'email')} waiting.`}
      </span>
      <Link
        to={endpoints > 0 ? '/forms' : others}
        className="font-semibold whitespace-nowrap text-accent underline"
      >
        Keep or decline
      </Link>
    </aside>
  )
}
