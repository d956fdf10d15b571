import type { Kysely } from 'kysely'
import { checkHandOver, getHandOverEnd, HAND_OVER_DAYS } from '../../domain/endpoints/hand-over.ts'
import type { Language } from '../../domain/language.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import { DAY, later, toDate } from '../../domain/time.ts'
import { type By, recordAudit } from '../accounts/audit.ts'
import { lockOpenAccount } from '../accounts/lock-account.ts'
import { lockMailboxes, recordConfirmationsRefused } from '../destinations/address-confirmations.ts'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite, WriteContext } from '../engine/write-queue.ts'
import { saveNotice } from '../outbox/notices.ts'
import { lockEndpoints } from './endpoints.ts'
import {
  deleteHandOvers,
  findHandOver,
  findHandOverOf,
  type HandOver,
  listHandOvers,
} from './hand-over-rows.ts'
import { moveEndpoint } from './move-endpoint.ts'
import { loadOffer } from './offers.ts'

/** Maximum number of expired hand-overs deleted by one statement. */
const PURGE_BATCH_SIZE = 500

/** Forms on their way to other owners. */
export type HandOverStore = ReturnType<typeof createHandOverStore>

/** Creates the store of hand-overs on the write queue and the reading connection. */
export function createHandOverStore(write: QueueWrite, reads: Kysely<Schema>) {
  const emails = { makesDeliveries: true }
  return {
    ...bindReads(reads, { find: findHandOver, findOf: findHandOverOf, list: listHandOvers, loadOffer }),
    ...bindWrites(write, { purge, refuseRequests: recordConfirmationsRefused }),
    ...bindKeyedWrites(write, { end: endHandOver, accept }, emails),
    ask: (request: Asked) =>
      write((context) => ask(context, request), { keysAt: request.now, maxKeys: 3, ...emails }),
    move: (request: Parameters<typeof moveEndpoint>[1]) =>
      write((context) => moveEndpoint(context, request), {
        ...{ keysAt: request.now, maxKeys: MAX_KEYS_OF_MOVE, ...emails },
      }),
  }
}

/** The account of the new owner, its labels, two emails and two entries of audit logs. */
const MAX_KEYS_OF_MOVE = 60

type Asked = By & {
  accountKey: number
  endpointId: string
  recipient: string
  mailboxKey: string
  language: Language
}

/** Asks somebody to take over a form. Refused when the rule refuses it, or it is none of the account. */
async function ask(context: WriteContext, request: Asked): Promise<{ kind: 'asked'; key: number } | Refused> {
  const { db, nextKey } = context
  const { accountKey, endpointId, recipient, mailboxKey, language, by, now } = request
  // Before the endpoint, as changes do.
  const facts = (await lockMailboxes(db, [{ mailboxKey, now }])).get(mailboxKey)
  if (!facts) throw new Error('the mailbox was not locked')
  const found = (await lockEndpoints(db, [endpointId])).get(endpointId)
  if (found?.accountKey !== accountKey) return refused({ code: 'endpoint_not_found' })
  if (!(await lockOpenAccount(db, accountKey))) return refused({ code: 'not_signed_in' })
  const account = await db
    .selectFrom('accounts')
    .select('mailbox')
    .where('key', '=', accountKey)
    .executeTakeFirstOrThrow()
  const open = await findHandOverOf(db, { accountKey, endpointId })
  const refusal = checkHandOver({
    ...{ endpoint: found.endpoint, holder: account.mailbox, recipient, open, facts, now },
  })
  if (refusal) return refused(refusal)
  // An expired one that was not deleted yet.
  if (open) await deleteHandOvers(db, [open.key])
  const key = nextKey()
  await db
    .insertInto('hand_overs')
    .values({
      ...{ key, endpoint_key: found.key, account_key: accountKey, recipient, mailbox_key: mailboxKey },
      ...{ language, asked_at: now.getTime() },
    })
    .execute()
  await saveNotice(db, nextKey, {
    notice: { kind: 'hand_over_request', handOverKey: key, language },
    ...{ mailbox: recipient, mailboxKey, now },
    expiresAt: later(now, HAND_OVER_DAYS * DAY),
  })
  const entry = { action: 'hand_over_asked', subject: endpointId, detail: recipient } as const
  await recordAudit(context, { accountKey, by, now, ...entry })
  return { kind: 'asked', key }
}

/** Accepts for the person to whom the email was sent; repeatable. Returns null when it is over. The owner is told once. */
async function accept(
  { db, nextKey }: WriteContext,
  { key, holderMailboxKey, now }: { key: number; holderMailboxKey: string; now: Date },
): Promise<HandOver | null> {
  const found = await findHandOver(db, key)
  // In the order of all transactions: the endpoint first.
  const endpoint = found && (await lockEndpoints(db, [found.endpointId])).get(found.endpointId)?.endpoint
  const locked = await db
    .selectFrom('hand_overs')
    .selectAll()
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  if (!found || !endpoint || endpoint.retiredAt || !locked) return null
  const acceptedAt = toDate(locked.accepted_at)
  if (now >= getHandOverEnd({ askedAt: new Date(locked.asked_at), acceptedAt })) return null
  if (acceptedAt) return { ...found, acceptedAt }
  await db.updateTable('hand_overs').set({ accepted_at: now.getTime() }).where('key', '=', key).execute()
  const { endpointId, recipient, holder, language } = found
  await saveNotice(db, nextKey, {
    notice: { kind: 'hand_over', what: 'accepted', endpointId, recipient, handOverKey: key, language },
    ...{ mailbox: holder, mailboxKey: holderMailboxKey, now },
    expiresAt: later(now, HAND_OVER_DAYS * DAY),
  })
  return { ...found, acceptedAt: now }
}

/** Withdraws or declines a hand-over. Returns false when it is over. */
async function endHandOver(
  context: WriteContext,
  request: By & {
    key: number
    accountKey: number | null
    action: 'hand_over_withdrawn' | 'hand_over_declined'
  },
): Promise<boolean> {
  const { db } = context
  const { key, action, by, now } = request
  const found = await findHandOver(db, key)
  if (!found || (request.accountKey !== null && found.accountKey !== request.accountKey)) return false
  const row = await db
    .selectFrom('hand_overs')
    .select('key')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const { accountKey, endpointId: subject, recipient: detail } = found
  await recordAudit(context, { accountKey, by, now, action, subject, detail })
  await deleteHandOvers(db, [key])
  return true
}

/** Deletes a batch of hand-overs that expired. Returns true when there may be more. */
async function purge(db: Kysely<Schema>, now: Date): Promise<boolean> {
  const before = later(now, -HAND_OVER_DAYS * DAY).getTime()
  const rows = await db
    .selectFrom('hand_overs')
    .select('key')
    .where('asked_at', '<=', before)
    .where((where) => where.or([where('accepted_at', 'is', null), where('accepted_at', '<=', before)]))
    .limit(PURGE_BATCH_SIZE)
    .execute()
  await deleteHandOvers(
    db,
    rows.map((row) => row.key),
  )
  return rows.length === PURGE_BATCH_SIZE
}
