import type { Kysely, Selectable } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { MailboxEffect } from '../../domain/outbox/bounce.ts'
import { type DeliveryReport, parseReports } from '../../domain/outbox/delivery-report.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import type { RecentEmail } from '../../domain/outbox/recent-emails.ts'
import { HOUR, later, toDate } from '../../domain/time.ts'
import type { NewWebEvent } from '../contract/web-event.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite, WriteContext } from '../engine/write-queue.ts'
import { blameMailbox, lift, listBounced, parseRecent, recordAccepted } from './bounced-mailboxes.ts'
import { settleGathered } from './gathered-submissions.ts'
import { newNotice, parseNotice } from './notices.ts'
import { saveWebEvent } from './web-events.ts'

/** An email that a mail server reports on. */
export type FoundReported = {
  deliveryKey: number
  /** The keyed hash of the mailbox that it was sent to. */
  mailboxKey: string
  /** The address that it was sent to. */
  address: string
  /** Null for an email about a submission. */
  notice: Notice | null
  /** Null for an email that is not about a submission. */
  submissionKey: number | null
  /** Id of the destination; null: the recipient. */
  destination: string | null
  /** The endpoint that it is about, with the account that owns it; null without one. */
  about: {
    key: number
    endpoint: EndpointFacts
    plan: string | null
    /** The keyed hash of its recipient's mailbox. */
    mailboxKey: string
    /** The network that created it, as a keyed hash; null while unknown. */
    network: string | null
  } | null
  /** It counted against a budget, because nobody had confirmed its endpoint. */
  isBudgeted: boolean
  bouncedAt: Date | null
  complainedAt: Date | null
  /** When somebody who reads the mailbox last confirmed an endpoint; null if nobody has. */
  confirmedAt: Date | null
  recent: readonly RecentEmail[]
}

/** Hours for which the test email of the doctor is kept. */
const TEST_HOURS = 24

type ReportRequest = {
  deliveryKey: number
  report: DeliveryReport
  mailbox: MailboxEffect
  /** Event for the web destinations of the endpoint with this key; null for none. */
  event: (NewWebEvent & { endpointKey: number }) | null
  now: Date
}

/** Reports of mail servers about emails. */
export type EmailReportStore = ReturnType<typeof createEmailReportStore>

/** Creates the store of reports on the read connection and the write queue. */
export function createEmailReportStore(parts: { reads: Kysely<Schema>; write: QueueWrite }) {
  const { reads, write } = parts
  return {
    ...bindReads(reads, { find, listBounced, listDestinationAddresses }),
    /**
     * Records a report about a delivery, with all its consequences, unless the delivery already has one of this kind.
     *
     * @returns false if it has
     */
    record: (request: ReportRequest) =>
      write((context) => record(context, request), {
        keysAt: request.now,
        makesDeliveries: request.event !== null,
        isInternal: true,
      }),
    /** Adds a test email that must bounce, as if it had been sent. Returns the key of its delivery. */
    addTest: (request: { address: string; mailboxKey: string; now: Date }) =>
      write((context) => addTest(context, request), { keysAt: request.now, isInternal: true }),
    ...bindWrites(write, { recordAccepted, lift }),
  }
}

/** Finds the email of this delivery; null if it has been deleted. */
async function find(db: Kysely<Schema>, deliveryKey: number): Promise<FoundReported | null> {
  const row = await db
    .selectFrom('outbox')
    .leftJoin('notices', 'notices.key', 'outbox.key')
    .selectAll('outbox')
    .select(['notices.kind as notice_kind', 'notices.data', 'notices.mailbox'])
    .where('outbox.key', '=', deliveryKey)
    .where('outbox.channel', '=', 'email')
    .executeTakeFirst()
  if (!row) return null
  const { target: mailboxKey, notice_kind: kind, data } = row
  const notice = kind !== null && data !== null ? parseNotice({ kind, data }) : null
  const about = await findEndpoint(db, row, notice)
  // The next owner has no part in an email that an earlier one got.
  if (about && isOfEarlierOwner(about, { ...row, notice })) return null
  const address = row.mailbox ?? (about && findAddress(about.endpoint, row.destination))
  if (address === null) return null
  const mailbox = await db
    .selectFrom('mailboxes')
    .select('recent_emails')
    .where('mailbox_key', '=', mailboxKey)
    .executeTakeFirst()
  const { confirmed_at } = await db
    .selectFrom('endpoints')
    .select((select) => select.fn.max('confirmed_at').as('confirmed_at'))
    .where('mailbox_key', '=', mailboxKey)
    .executeTakeFirstOrThrow()
  return {
    deliveryKey,
    mailboxKey,
    address,
    notice,
    submissionKey: row.submission_key,
    destination: row.destination,
    about,
    isBudgeted: row.budget !== null,
    bouncedAt: toDate(row.bounced_at),
    complainedAt: toDate(row.complained_at),
    confirmedAt: toDate(confirmed_at),
    recent: parseRecent(mailbox?.recent_emails ?? null),
  }
}

async function findEndpoint(
  db: Kysely<Schema>,
  { endpoint_key }: Pick<Selectable<Schema['outbox']>, 'endpoint_key'>,
  notice: Notice | null,
): Promise<FoundReported['about']> {
  const id = notice && 'endpointId' in notice ? notice.endpointId : null
  if (endpoint_key === null && id === null) return null
  const row = await db
    .selectFrom('endpoints')
    .leftJoin('accounts', 'accounts.key', 'endpoints.account_key')
    .selectAll('endpoints')
    .select('accounts.plan')
    .where((where) =>
      id === null ? where('endpoints.key', '=', endpoint_key) : where('endpoints.id', '=', id),
    )
    .executeTakeFirst()
  if (!row) return null
  const { key, plan, mailbox_key: mailboxKey, network_key: network } = row
  return { key, endpoint: toEndpointFacts(row), plan, network, mailboxKey }
}

function isOfEarlierOwner(
  { endpoint, mailboxKey }: NonNullable<FoundReported['about']>,
  email: { target: string; destination: string | null; notice: Notice | null },
): boolean {
  const { target, destination, notice } = email
  if (endpoint.handedOverAt === null || destination !== null) return false
  const isToDestination = notice !== null && 'destinationId' in notice
  return !isToDestination && target !== mailboxKey
}

function findAddress({ recipient, settings }: EndpointFacts, destination: string | null): string | null {
  if (destination === null) return recipient
  const known = settings.destinations.find(({ id }) => id === destination)
  return known?.kind === 'email' ? known.mailbox : null
}

/** Lists the addresses of an account's confirmed email destinations. */
async function listDestinationAddresses(db: Kysely<Schema>, accountKey: number): Promise<string[]> {
  const rows = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('account_key', '=', accountKey)
    .where('settings', 'is not', null)
    .execute()
  return rows.flatMap((row) =>
    toEndpointFacts(row).settings.destinations.flatMap((one) =>
      one.kind === 'email' && one.confirmedAt ? one.mailbox : [],
    ),
  )
}

async function addTest(
  { db, nextKey }: WriteContext,
  { address: mailbox, mailboxKey, now }: { address: string; mailboxKey: string; now: Date },
): Promise<number> {
  const key = nextKey()
  const at = now.getTime()
  const expiresAt = later(now, TEST_HOURS * HOUR)
  const notice = { notice: { kind: 'bounce_test' }, mailbox, expiresAt, now } as const
  await db.insertInto('notices').values(newNotice(key, notice)).execute()
  await db
    .insertInto('outbox')
    .values({
      key,
      kind: 'notice',
      channel: 'email',
      target: mailboxKey,
      created_at: at,
      started_at: at,
      settled_at: at,
      outcome: 'sent',
      attempts: 1,
    })
    .execute()
  return key
}

async function record(
  { db, nextKey }: WriteContext,
  { deliveryKey, report, mailbox, event, now }: ReportRequest,
): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select(['target', 'reports', 'lease', 'settled_at'])
    .where('key', '=', deliveryKey)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const reports = parseReports(row.reports)
  if (reports.some(({ kind }) => kind === report.kind)) return false
  const at = now.getTime()
  // For an email of several submissions, each of their deliveries gets the report, too.
  await db
    .updateTable('outbox')
    .set({
      reports: JSON.stringify([...reports, report]),
      ...(report.kind === 'bounced' ? { bounced_at: at } : {}),
    })
    .where('digest_key', '=', deliveryKey)
    .execute()
  const end = report.kind === 'bounced' ? endOf(row, at) : null
  if (end) await settleGathered(db, [{ digestKey: deliveryKey, outcome: end.outcome, now }])
  await db
    .updateTable('outbox')
    .set({
      reports: JSON.stringify([...reports, report]),
      ...(report.kind === 'complaint' ? { complained_at: at } : {}),
      ...(report.kind === 'bounced' ? { bounced_at: at, ...end } : {}),
    })
    .where('key', '=', deliveryKey)
    .execute()
  if (report.reason && mailbox.kind !== 'none')
    await blameMailbox(db, {
      mailboxKey: row.target,
      deliveryKey,
      effect: mailbox,
      because: report.reason,
      now,
    })
  if (event) await saveWebEvent(db, nextKey, { ...event, now })
  return true
}

/**
 * Returns the columns by which a bounce ends a delivery that waits for another attempt after one whose outcome was unknown; null
 * for a delivery that is over, and for an attempt in progress, whose own result counts.
 */
function endOf(
  { lease, settled_at }: Pick<Selectable<Schema['outbox']>, 'lease' | 'settled_at'>,
  at: number,
) {
  if (lease !== null || settled_at !== null) return null
  return { outcome: 'bounced', due_at: null, held_at: null, settled_at: at } as const
}
