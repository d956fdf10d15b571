import { type Kysely, sql } from 'kysely'
import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import {
  findObstacle,
  type HandOverObstacle,
  MAX_COUNTED_SUBMISSIONS,
  MAX_MOVED_ROWS,
  type Receiver,
} from '../../domain/endpoints/hand-over.ts'
import { MIN_COUNTED_BYTES } from '../../domain/files/file-limits.ts'
import { findPlan, type PlanTable } from '../../domain/plans/plan.ts'
import { findKeptSuspension } from '../accounts/open-account.ts'
import type { FoundEndpoint } from '../contract/changes.ts'
import type { Schema } from '../engine/schema.ts'
import { countWork, planLabels } from '../submissions/work/move-work.ts'
import { findEndpoint } from './endpoints.ts'
import { findHandOver, type HandOver } from './hand-over-rows.ts'

/** Files of a form, counted up to one more than a hand-over moves. `counted`: bytes that an account stores by them. */
export type FormFiles = { count: number; bytes: number; counted: number }

/** A form as the person who may get it sees it before. */
export type OfferedForm = {
  handOver: HandOver
  endpoint: EndpointFacts
  /** Counted up to `MAX_COUNTED_SUBMISSIONS`. */
  submissions: number
  files: FormFiles
  /** Their account, or the one that they would have. */
  receiver: Receiver
  obstacle: HandOverObstacle | null
}

/** Loads what the person would get with a form, and what keeps them from it; null when the hand-over is gone. */
export async function loadOffer(
  db: Kysely<Schema>,
  { key, plans }: { key: number; plans: PlanTable },
): Promise<OfferedForm | null> {
  const handOver = await findHandOver(db, key)
  const found = handOver && (await findEndpoint(db, handOver.endpointId))
  if (!found) return null
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select key from submissions_by_endpoint where endpoint_key = ${found.key}
    limit ${MAX_COUNTED_SUBMISSIONS}) as counted`.execute(db)
  const checked = await checkOffer(db, { handOver, found, plans })
  return { handOver, endpoint: found.endpoint, submissions: Number(rows[0]?.count ?? 0), ...checked }
}

/** Finds what keeps a form from the person to whom it is offered, by few rows. */
export async function checkOffer(
  db: Kysely<Schema>,
  { handOver, found, plans }: { handOver: HandOver; found: FoundEndpoint; plans: PlanTable },
): Promise<Pick<OfferedForm, 'files' | 'receiver' | 'obstacle'>> {
  const { accountKey: from } = handOver
  const files = await countFiles(db, found.key)
  const work = await countWork(db, { stored: found, from })
  const account = await findAccount(db, handOver.recipient)
  const suspension = account ?? (await findKeptSuspension(db, handOver.mailboxKey))
  const receiver: Receiver = {
    plan: findPlan(plans, account?.plan ?? plans.defaultPlan),
    isSuspended: suspension !== undefined && suspension.suspended_at !== null,
    storedBytes: account?.stored_bytes ?? 0,
    hasKey: account !== undefined && account.email_key !== null,
    labels:
      work > MAX_MOVED_ROWS ? 0 : await planLabels(db, { stored: found, from, to: account?.key ?? null }),
  }
  const { endpoint } = found
  const form = {
    ...{ fileBytes: files.counted, movedRows: Math.max(files.count, work) },
    ...{ store: endpoint.settings.store, isSuspended: endpoint.suspension !== null },
  }
  return { files, receiver, obstacle: findObstacle(receiver, form) }
}

/** Finds the account of this address. */
export function findAccount(db: Kysely<Schema>, recipient: string) {
  return db
    .selectFrom('accounts')
    .select(['key', 'plan', 'stored_bytes', 'email_key', 'suspended_at'])
    .where('mailbox', '=', mailboxIdentity(recipient))
    .executeTakeFirst()
}

/** Counts the files of a form, up to one more than a hand-over moves. */
export async function countFiles(db: Kysely<Schema>, endpointKey: number): Promise<FormFiles> {
  const { rows } = await sql<Record<keyof FormFiles, number | string | null>>`select count(*) as count,
    sum(bytes) as bytes,
    sum(case when bytes < ${sql.lit(MIN_COUNTED_BYTES)} then ${sql.lit(MIN_COUNTED_BYTES)} else bytes end) as counted
    from (select bytes from files where endpoint_key = ${endpointKey} limit ${MAX_MOVED_ROWS + 1}) as few`.execute(
    db,
  )
  const row = rows[0]
  return { count: Number(row?.count), bytes: Number(row?.bytes), counted: Number(row?.counted) }
}
