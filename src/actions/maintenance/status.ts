import {
  describeStatus,
  MAX_DELIVERY_DELAY_MS,
  type ServiceStatus,
  STATUS_DAYS,
  STATUS_FACTS,
  type StatusFact,
  type StatusRecord,
  toStatusDay,
  toStatusMinute,
} from '../../domain/maintenance/status.ts'
import { DAY, later } from '../../domain/time.ts'
import type { Context } from '../context.ts'

/** All services; null for one that the instance does not offer. */
export type Status = Record<StatusFact, ServiceStatus | null>

/**
 * Finds the services that work: one that accepts has room, one that delivers has nothing that is long overdue.
 *
 * @param request.emailsDelayedSince begin of an outage of the mail server; null without one
 * @throws StoreUnavailable while the database cannot be read
 */
export async function findWorkingServices(
  { store, keepsEmails }: Context,
  { emailsDelayedSince, now }: { emailsDelayedSince: Date | null; now: Date },
): Promise<StatusFact[]> {
  const { oldestDueAt } = await store.outbox.backlog(now)
  const isOverdue = (since: Date | null | undefined) =>
    since != null && now.getTime() - since.getTime() > MAX_DELIVERY_DELAY_MS
  const works: Readonly<Record<StatusFact, boolean>> = {
    accepting: store.hasRoom(),
    emails: !keepsEmails && !isOverdue(oldestDueAt.email) && !isOverdue(emailsDelayedSince),
    webhooks: !isOverdue(oldestDueAt.web),
  }
  return STATUS_FACTS.filter((fact) => works[fact])
}

/** Records the services that work in this minute. */
export async function recordStatus(
  context: Context,
  request: { emailsDelayedSince: Date | null; now: Date },
): Promise<void> {
  const facts = await findWorkingServices(context, request)
  if (facts.length === 0) return
  await context.store.statusDays.record({ facts, minute: toStatusMinute(request.now) })
}

/** Lists the records that the status page is made from. */
export async function listStatusRecords({ store }: Context, now: Date): Promise<StatusRecord[]> {
  return store.statusDays.list(firstStatusDay(now))
}

/** Deletes records older than the status page shows. */
export async function purgeStatus({ store }: Context, now: Date): Promise<void> {
  await store.statusDays.purge(firstStatusDay(now))
}

/** Describes all services. */
export function describeServices(
  { keepsEmails }: Context,
  { records, working, now }: { records: readonly StatusRecord[]; working: readonly StatusFact[]; now: Date },
): Status {
  const describe = (fact: StatusFact) => describeStatus(records, { fact, works: working.includes(fact), now })
  return {
    accepting: describe('accepting'),
    emails: keepsEmails ? null : describe('emails'),
    webhooks: describe('webhooks'),
  }
}

function firstStatusDay(now: Date): number {
  return toStatusDay(later(now, -(STATUS_DAYS - 1) * DAY))
}
