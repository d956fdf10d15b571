import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/accounts/me.ts'
import { type Connection, useConnection } from '../../api/client/connection.ts'
import { Icon } from '../../controls/icon.tsx'
import { Moment } from '../../controls/relative-time.tsx'
import { listText } from '../../language/lists.ts'
import { sentenceSpace } from '../../language/sentences.ts'
import { type PlainKey, rich, t } from '../../language/texts.ts'

const WARNING = 'bg-warn-tint px-4 py-2 text-center text-sm font-medium text-balance text-warn'
const CONNECTION_WORDS: Record<Exclude<Connection, 'connected'>, PlainKey> = {
  offline: 'shell.banners.offline',
  lost: 'shell.banners.lost',
}
/** Kinds of endpoints with words for a number of them. */
const KINDS = {
  endpoints: 'shell.banners.forms',
  telemetry: 'shell.banners.telemetry',
  queues: 'shell.banners.queues',
} as const

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
          <Icon name="offline" className="me-2 inline align-[-0.2em]" />
          {t(CONNECTION_WORDS[connection])}
        </p>
      )}
    </div>
  )
}

/** Banner while the operator has suspended the account. */
function SuspendedBanner() {
  const { data: me } = useMe()
  if (!me?.suspended) return null
  const { suspended, operator_contact: contact } = me
  return (
    <aside aria-label={t('shell.banners.suspended')} className={WARNING}>
      {rich('shell.banners.suspendedOn', { time: <Moment at={suspended.at} /> })}
      {contact ? (
        <>
          {sentenceSpace}
          {rich('shell.banners.contact', { contact: <Contact uri={contact} /> })}
        </>
      ) : null}
      {suspended.reason === null ? null : (
        <>
          {sentenceSpace}
          {rich('shell.banners.reason', { reason: <bdi>{suspended.reason}</bdi> })}
        </>
      )}
    </aside>
  )
}

function Contact({ uri }: { uri: string }) {
  return (
    <a href={uri} dir="ltr" className="underline underline-offset-4 [overflow-wrap:anywhere]">
      {uri.replace(/^mailto:/, '')}
    </a>
  )
}

/** Banner while no mail server is set up, so that emails reach nobody. */
function EmailsKeptBanner() {
  const { data: me } = useMe()
  if (!me?.emails_kept) return null
  return (
    <aside aria-label={t('shell.banners.notSent')} className={WARNING}>
      {t('shell.banners.kept')}
      {sentenceSpace}
      {me.mailbox_url === null ? (
        rich('shell.banners.readWith', { command: <code dir="ltr">{'formslot-server mailbox'}</code> })
      ) : (
        <a href={me.mailbox_url} className="underline underline-offset-4">
          {t('shell.banners.read')}
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
        <p className={WARNING}>{rich('shell.banners.delayed', { time: <Moment at={since} /> })}</p>
      )}
    </div>
  )
}

/** Banner while the owner's address gets no emails because earlier ones bounced. */
function EmailsBouncedBanner() {
  const since = useMe().data?.emails_bounced_since
  if (since == null) return null
  return (
    <aside aria-label={t('shell.banners.bounced')} className={WARNING}>
      {rich('shell.banners.bouncedSince', { time: <Moment at={since} /> })}
      {sentenceSpace}
      <Link to="/settings/account" className="underline underline-offset-4">
        {t('shell.banners.bouncedHelp')}
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
  const claimed = (['endpoints', 'telemetry', 'queues'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => t(KINDS[kind], { count: counts[kind] }))
  if (claimed.length === 0) return null
  const things = listText(claimed)
  const others = telemetry > 0 ? '/telemetry' : '/queues'
  return (
    <aside
      aria-label={t('shell.banners.claimed')}
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-sunken px-4 py-2 text-center text-sm"
    >
      <span>
        {emails === 0
          ? t('shell.banners.claimedByLink', { things })
          : t('shell.banners.claimedWithEmails', { things, count: emails })}
      </span>
      <Link
        to={endpoints > 0 ? '/forms' : others}
        className="font-semibold whitespace-nowrap text-accent underline"
      >
        {t('shell.banners.keep')}
      </Link>
    </aside>
  )
}
