import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import {
  digestExpiresAt,
  findDigestSpan,
  isDigested,
  isUncertain,
  MAX_COUNTED,
  MAX_NAMED,
} from '../../domain/outbox/spam-digest.ts'
import { HOUR, later, SECOND } from '../../domain/time.ts'
import type { DigestAccount } from '../../store/accounts/spam-digests.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import { recordUseIfPossible } from '../accounts/record-use.ts'
import type { Context } from '../context.ts'

const ACCOUNTS_PER_ROUND = 100
const SUBMISSIONS_PER_PAGE = 100
/** Time between two emails of one round, up to an hour. */
const EMAIL_INTERVAL_MS = SECOND

type SpamDigest = Extract<Notice, { kind: 'spam_digest' }>

/** Setting of the weekly emails of an account; `unknown` without such an account. */
export type DigestSetting = { kind: 'stopped' | 'flowing' } | { kind: 'unknown' }

/**
 * Makes the weekly emails that are due: one to each owner whose weekly hour was within the last day and whose spam folder
 * has something that the filter found by its content and nobody has looked at.
 *
 * @param shouldContinue called before each account; the next hour does the rest
 */
export async function makeSpamDigests(
  context: Context,
  now: Date,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  let after: number | null = 0
  let made = 0
  while (after !== null) {
    const request = { now, after, limit: ACCOUNTS_PER_ROUND }
    const accounts: DigestAccount[] = await context.store.spamDigests.listDue(request)
    for (const account of accounts) {
      if (!shouldContinue()) return
      const dueAt = later(now, Math.min(made * EMAIL_INTERVAL_MS, HOUR))
      if (await makeSpamDigest(context, account, { dueAt, now })) made += 1
    }
    after = accounts.length === ACCOUNTS_PER_ROUND ? (accounts.at(-1)?.key ?? null) : null
  }
}

async function makeSpamDigest(
  context: Context,
  account: DigestAccount,
  { dueAt, now }: { dueAt: Date; now: Date },
): Promise<boolean> {
  const span = findDigestSpan(account, now)
  const notice = span && (await collectSpam(context, account, span))
  if (!notice) return false
  const email = {
    notice,
    mailbox: account.mailbox,
    mailboxKey: context.keys.mailboxKey(canonicalMailbox(account.mailbox)),
    expiresAt: digestExpiresAt(now),
    dueAt,
  }
  return context.store.spamDigests.save({ account, before: span.before, email, now })
}

/** Counts the spam of these days that nobody has looked at, by form; null without any. */
async function collectSpam(
  { store }: Context,
  { key: accountKey }: DigestAccount,
  span: { after: Date; before: Date },
): Promise<SpamDigest | null> {
  const forms = await store.owned.list({
    accountKey,
    kind: 'form',
    state: 'claimed',
    before: null,
    limit: Number.MAX_SAFE_INTEGER,
  })
  const digested = new Set(
    forms
      .map(({ endpoint }) => endpoint)
      .filter(isDigested)
      .map(({ id }) => id),
  )
  if (digested.size === 0) return null
  const filter = {
    accountKey,
    endpointId: null,
    folders: ['spam'],
    terms: [],
    unread: true,
    ...span,
  } as const
  const counts = new Map<string, number>()
  const newest: number[] = []
  let olderThan: number | null = null
  let read = 0
  do {
    const page = await store.inbox.listSubmissions({ ...filter, limit: SUBMISSIONS_PER_PAGE, olderThan })
    for (const { key, endpointId, spamReasons } of page.submissions) {
      if (!digested.has(endpointId) || !isUncertain(spamReasons)) continue
      counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1)
      if (newest.length < MAX_NAMED) newest.push(key)
    }
    read += page.submissions.length
    olderThan = page.next
  } while (olderThan !== null && read < MAX_COUNTED)
  if (newest.length === 0) return null
  const byCount = [...counts].map(([endpointId, count]) => ({ endpointId, count }))
  byCount.sort((one, other) => other.count - one.count)
  return { kind: 'spam_digest', accountKey, forms: byCount, newest }
}

/** Records that the owner, who gets it, looks at the spam folder, which the weekly email is then not about. */
export async function recordSpamSeen({ store }: Context, caller: Caller, now: Date): Promise<void> {
  if (caller.by.kind !== 'session' || caller.member) return
  await recordUseIfPossible(store.spamDigests.recordSeen(caller.accountKey, now))
}

/** Turns the weekly emails of the caller's account off or on. */
export async function setOwnSpamDigest(
  { store }: Context,
  caller: Caller,
  { to, now }: { to: 'stopped' | 'flowing'; now: Date },
): Promise<void> {
  await store.spamDigests.set({ accountKey: caller.accountKey, to, by: toActor(caller), now })
}

/** Turns the weekly emails of an account off or on, for whoever has the link. */
export async function setSpamDigest(
  { store, keys }: Context,
  { token, to, now }: { token: string; to: 'stopped' | 'flowing'; now: Date },
): Promise<DigestSetting> {
  const accountKey = keys.verifyDigestToken(token)
  const isSet = accountKey !== null && (await store.spamDigests.set({ accountKey, to, by: null, now }))
  return isSet ? { kind: to } : { kind: 'unknown' }
}

/** Returns whether the weekly emails of an account are on, for whoever has the link; changes nothing. */
export async function getSpamDigest(
  { store, keys }: Context,
  { token }: { token: string },
): Promise<DigestSetting> {
  const accountKey = keys.verifyDigestToken(token)
  const stoppedAt = accountKey === null ? undefined : await store.spamDigests.findStop(accountKey)
  if (stoppedAt === undefined) return { kind: 'unknown' }
  return { kind: stoppedAt === null ? 'flowing' : 'stopped' }
}
