import type { Kysely } from 'kysely'
import { signInExpiresAt } from '../../domain/accounts/sign-in.ts'
import { DAY, later } from '../../domain/time.ts'
import type { Schema } from '../engine/schema.ts'
import type { WriteContext } from '../engine/write-queue.ts'
import { saveNotice } from '../outbox/notices.ts'
import type { Account } from './mailboxes.ts'

type NewSignIn = {
  mailboxKey: string
  /** `deviceLabel` of the requesting browser. */
  device: string
  /** Path to open afterwards, on this site. */
  next: string | null
  /** Time at which the email is sent; at once when left out. */
  emailDueAt?: Date
  now: Date
}

/** A request for a sign-in email to `mailbox`, from the browser whose cookie has this hash. */
type NewSignInRequest = NewSignIn & {
  mailbox: string
  browserHash: string
  counts: 'mailbox' | 'browser'
  decide(found: FoundMailbox): boolean
}

/** Facts that decide on sending an email. */
type FoundMailbox = {
  hasAccount: boolean
  /** Times at which emails of this kind were requested within the last day. */
  sent: readonly Date[]
}

/**
 * Records a sign-in request, and sends the email if `decide` returns true. Does the same work for every mailbox, so that
 * its duration reveals nothing. `decide` sees all sign-in emails to the mailbox, or those that this browser requested.
 */
export async function requestSignIn(context: WriteContext, request: NewSignInRequest): Promise<void> {
  const { db } = context
  const { mailboxKey, browserHash, now } = request
  const account = await db
    .selectFrom('accounts')
    .select(['key', 'mailbox', 'plan'])
    .where('mailbox', '=', request.mailbox)
    .executeTakeFirst()
  await lockMailbox(db, mailboxKey)
  const toMailbox = selectRecent(db, now)
    .where('mailbox_key', '=', mailboxKey)
    .where('account_key', 'is not', null)
    .where('session_key', 'is', null)
  const sent = await loadDates(
    request.counts === 'browser' ? toMailbox.where('browser_hash', '=', browserHash) : toMailbox,
  )
  const decided = request.decide({ hasAccount: account !== undefined, sent })
  await save(context, {
    ...request,
    account: account && decided ? account : null,
    sessionKey: null,
    browserHash,
  })
}

/**
 * Records the request to confirm a session; `decide` sees the emails requested by sessions of the account. Returns false
 * when it decided against an email.
 */
export async function requestConfirmation(
  context: WriteContext,
  request: NewSignIn & { sessionKey: number; decide(found: FoundMailbox): boolean },
): Promise<boolean> {
  const { db } = context
  const { mailboxKey, sessionKey, now } = request
  const account = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.key', 'sessions.account_key')
    .select(['accounts.key', 'accounts.mailbox', 'accounts.plan'])
    .where('sessions.key', '=', sessionKey)
    .executeTakeFirst()
  if (!account) return false
  await lockMailbox(db, mailboxKey)
  const sent = await loadDates(
    selectRecent(db, now).where('account_key', '=', account.key).where('session_key', 'is not', null),
  )
  if (!request.decide({ hasAccount: true, sent })) return false
  await save(context, { ...request, account, browserHash: null })
  return true
}

/** Locks the mailbox until the transaction ends, so that its limits are exact across nodes. */
async function lockMailbox(db: Kysely<Schema>, mailboxKey: string): Promise<void> {
  await db
    .selectFrom('mailboxes')
    .select('mailbox_key')
    .where('mailbox_key', '=', mailboxKey)
    .forUpdate()
    .executeTakeFirst()
}

function selectRecent(db: Kysely<Schema>, now: Date) {
  return db.selectFrom('sign_ins').select('created_at').where('created_at', '>', later(now, -DAY).getTime())
}

async function loadDates(query: ReturnType<typeof selectRecent>): Promise<Date[]> {
  return (await query.execute()).map((row) => new Date(row.created_at))
}

/** Saves the row of a sign-in request, and the email where the mailbox has an account. */
async function save(
  { db, nextKey }: WriteContext,
  signIn: NewSignIn & { account: Account | null; sessionKey: number | null; browserHash: string | null },
): Promise<void> {
  const { account, sessionKey, mailboxKey, device, now } = signIn
  const key = nextKey()
  await db
    .insertInto('sign_ins')
    .values({
      key,
      account_key: account?.key ?? null,
      session_key: sessionKey,
      mailbox_key: mailboxKey,
      browser_hash: signIn.browserHash,
      device,
      next: signIn.next,
      created_at: now.getTime(),
      tries: 0,
    })
    .execute()
  if (!account) return
  const purpose = sessionKey === null ? 'sign_in' : 'confirm'
  await saveNotice(db, nextKey, {
    notice: { kind: 'sign_in', signInKey: key, purpose, device },
    mailbox: account.mailbox,
    mailboxKey,
    expiresAt: signInExpiresAt(now),
    ...(signIn.emailDueAt ? { dueAt: signIn.emailDueAt } : {}),
    now,
  })
}
