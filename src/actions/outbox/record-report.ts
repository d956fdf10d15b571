import { getMailboxDomain } from '../../domain/accounts/mailbox.ts'
import { findDestination } from '../../domain/destinations/destination.ts'
import { stopDestination } from '../../domain/destinations/email-destination.ts'
import { decideDecline } from '../../domain/endpoints/decline.ts'
import { getConfirmedName } from '../../domain/endpoints/endpoint.ts'
import {
  decideReport,
  type EmailReport,
  findReport,
  type ReportEffect,
  type ReportedEmail,
} from '../../domain/outbox/bounce.ts'
import { describeRefusal } from '../../domain/outbox/bounce-reason.ts'
import type { DeliveryReport } from '../../domain/outbox/delivery-report.ts'
import { listBounces } from '../../domain/outbox/recent-emails.ts'
import type { PlanTable } from '../../domain/plans/plan.ts'
import type { Change, Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { FoundReported } from '../../store/outbox/email-reports.ts'
import type { Context } from '../context.ts'
import { tellDestinations } from '../destinations/delivery-targets.ts'
import { toDecline } from '../endpoints/decline-endpoint.ts'
import { toStoppedByComplaint } from './stop-notice.ts'

/** The part of the context that the command `bounce` also has. */
type ReportContext = Pick<Context, 'store' | 'keys' | keyof PlanTable>

/** Outcome of a report. `unknown`: it is not about an email of this instance. `gone`: the delivery has been deleted. */
export type ReportOutcome = {
  kind: ReportEffect['kind'] | 'unknown' | 'gone'
  /** The email that it is about; null for an unknown one. */
  email: {
    /** Domain of the address that it was sent to, in lower case. */
    domain: string
    /** Nobody had confirmed its endpoint. */
    isUnproven: boolean
    /** The network that created its endpoint; null while unknown. */
    network: string | null
    /** Answer of the mail server; empty if it gave none. */
    answer: string
  } | null
}

const UNKNOWN: ReportOutcome = { kind: 'unknown', email: null }
const NO_EFFECT = { kind: 'none' } as const

/**
 * Records what a mail server reports about an email, with all consequences. Idempotent: a report that was recorded before
 * changes nothing.
 *
 * @param request.tokens unverified tokens; the first valid one identifies the email
 */
export async function recordReports(
  context: ReportContext,
  request: { tokens: readonly string[]; reports: readonly EmailReport[]; now: Date },
): Promise<ReportOutcome> {
  const deliveryKey = findDeliveryKey(context, request.tokens)
  if (deliveryKey === null) return UNKNOWN
  const found = await context.store.emailReports.find(deliveryKey)
  if (!found) return { ...UNKNOWN, kind: 'gone' }
  const report = findReport(request.reports, found.address)
  if (!report) return UNKNOWN
  return recordReport(context, { found, report, now: request.now })
}

/** Records that a mail server refused an email for good while it was sent; `answer`: its last line. */
export async function recordRefusal(
  context: ReportContext,
  { deliveryKey, answer, now }: { deliveryKey: number; answer: string; now: Date },
): Promise<void> {
  const found = await context.store.emailReports.find(deliveryKey)
  if (!found) return
  await recordReport(context, { found, report: describeRefusal(answer), now })
}

function findDeliveryKey({ keys }: ReportContext, tokens: readonly string[]): number | null {
  for (const token of tokens) {
    const deliveryKey = keys.verifyBounceToken(token)
    if (deliveryKey !== null) return deliveryKey
  }
  return null
}

async function recordReport(
  context: ReportContext,
  about: { found: FoundReported; report: EmailReport; now: Date },
): Promise<ReportOutcome> {
  const { found, report, now } = about
  const email = toReportedEmail(found, now)
  const effect = decideReport(report, email, now)
  const outcome = {
    kind: effect.kind,
    email: {
      domain: getMailboxDomain(found.address),
      isUnproven: found.isBudgeted,
      network: found.about?.network ?? null,
      answer: report.kind === 'bounce' ? report.answer : '',
    },
  }
  if (effect.kind === 'ignored') return outcome
  // Before the report is recorded: if this fails, the report is sent again; one that is recorded has no effect again.
  if (effect.kind === 'declined' || effect.kind === 'emails_stopped') await stop(context, found, now)
  const recorded = toDeliveryReport(report, effect, now)
  if (!recorded) return outcome
  const isNew = await context.store.emailReports.record({
    deliveryKey: found.deliveryKey,
    report: recorded,
    mailbox: effect.kind === 'bounced' ? effect.mailbox : NO_EFFECT,
    event: toEvent(context, found, recorded),
    now,
  })
  return isNew ? outcome : { ...outcome, kind: 'ignored' }
}

function toReportedEmail(found: FoundReported, now: Date): ReportedEmail {
  const { address, bouncedAt, complainedAt, confirmedAt, recent, about } = found
  const destinationId = getDestinationId(found)
  const destination = about && destinationId ? findDestination(about.endpoint, destinationId) : null
  const agreedAt = destination?.kind === 'email' ? destination.confirmedAt : null
  return {
    address,
    about: getSubject(found),
    bouncedAt,
    complainedAt,
    mailboxProvenAt: agreedAt ?? confirmedAt,
    earlierBounces: listBounces(recent, now),
  }
}

function getSubject(found: FoundReported): ReportedEmail['about'] {
  if (!found.about) return 'account'
  if (getDestinationId(found) !== null) return 'destination'
  return found.about.endpoint.claimedAt ? 'claimed_endpoint' : 'unclaimed_endpoint'
}

/** Returns the email destination that the email was for; null when it was for the recipient. */
function getDestinationId({ notice, destination }: FoundReported): string | null {
  const isForDestination = notice?.kind === 'destination' || notice?.kind === 'destination_stopped'
  return isForDestination ? notice.destinationId : destination
}

function toDeliveryReport(report: EmailReport, effect: ReportEffect, now: Date): DeliveryReport | null {
  const at = now.toISOString()
  const answer = report.kind === 'bounce' ? report.answer : ''
  switch (effect.kind) {
    case 'delayed':
      return { kind: 'delayed', at, reason: null, answer }
    case 'bounced':
      return { kind: 'bounced', at, reason: effect.reason, answer }
    case 'declined':
    case 'emails_stopped':
      return { kind: 'complaint', at, reason: null, answer }
    case 'counted':
      // A complaint about a sign-in email is recorded, so that it counts once; "not spam" is not.
      return report.kind === 'complaint' && report.type !== 'not-spam'
        ? { kind: 'complaint', at, reason: null, answer }
        : null
    case 'ignored':
      return null
  }
}

/** Builds the event that tells the web destinations of the endpoint about a bounce or a complaint; null for other reports. */
function toEvent(context: ReportContext, found: FoundReported, report: DeliveryReport) {
  const { about, submissionKey, address } = found
  if (!about || report.kind === 'delayed') return null
  const { key: endpointKey, endpoint } = about
  const data = {
    endpointId: endpoint.id,
    endpointName: getConfirmedName(endpoint),
    submissionId: submissionKey === null ? null : context.keys.submissionId(submissionKey),
    email: address,
    reason: report.reason,
    answer: report.answer,
  }
  const type = report.kind === 'bounced' ? 'email.bounced' : 'email.complained'
  const [told] = tellDestinations(context, about, { type, data })
  return told?.kind === 'web_event' ? { ...told, endpointKey } : null
}

/** Stops emails that were marked as spam; declines an endpoint that nobody has claimed. */
async function stop(context: ReportContext, reported: FoundReported, now: Date): Promise<void> {
  const { about } = reported
  if (!about) return
  const destinationId = getDestinationId(reported)
  await context.store.change<null>({
    endpointId: about.endpoint.id,
    now,
    idempotencyKey: null,
    isInternal: true,
    decide: ({ found }) => nothing(found ? listStops(found, destinationId, now) : []),
  })
}

function listStops(found: FoundEndpoint, destinationId: string | null, now: Date): Consequence[] {
  const { endpoint } = found
  if (destinationId !== null) {
    const destination = findDestination(endpoint, destinationId)
    if (destination?.kind !== 'email' || destination.stoppedAt) return []
    const settings = stopDestination(endpoint.settings, destinationId, now)
    return [
      { kind: 'settings', settings },
      { kind: 'audit', by: null, action: 'destination_stopped', detail: destinationId },
    ]
  }
  if (endpoint.claimedAt) return endpoint.retiredAt ? [] : toStoppedByComplaint(endpoint, now)
  const decision = decideDecline({ endpoint, oneClick: false, now })
  return decision.kind === 'declined' ? toDecline(decision.endpoint, null) : []
}

function nothing(consequences: readonly Consequence[]): Change<null> {
  return { answer: null, remember: false, consequences }
}
