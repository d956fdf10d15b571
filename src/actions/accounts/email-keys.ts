import {
  type EmailKey,
  type EmailKeyReading,
  EXPIRED_KEY_WAIT_DAYS,
  getConfirmationEnd,
  hasExpired,
} from '../../domain/accounts/email-key.ts'
import { EMAIL_KEY_FAULTS } from '../../domain/accounts/email-key-words.ts'
import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import type { EmailKeyNews } from '../../domain/outbox/notice.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import { DAY, later } from '../../domain/time.ts'
import type { EmailKeysOfAccount, StoredEmailKey } from '../../store/accounts/email-keys.ts'
import type { NewNotice } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { type Caller, toActor } from './caller.ts'

export type { EmailKeysOfAccount, StoredEmailKey } from '../../store/accounts/email-keys.ts'

/** Maximum number of keys that an account can add per day: each one causes an email. */
const MAX_KEYS_PER_DAY = 10
const KEYS_PER_ROUND = 100

/** Returns the OpenPGP keys of the caller's account. */
export async function getEmailKeys(context: Context, caller: Caller): Promise<EmailKeysOfAccount> {
  return context.store.emailKeys.find(caller.accountKey)
}

/**
 * Adds the key in a pasted text, with an email that is encrypted to it. The key is used once the link in that email is confirmed;
 * until then the previous one stays in use. A private key is refused, and nothing of the text is stored or logged.
 */
export async function addEmailKey(
  context: Context,
  caller: Caller,
  request: { text: string; now: Date },
): Promise<{ kind: 'added' } | Refused> {
  const { now } = request
  const reading = await context.emailKeys.readPasted(request.text, now)
  if (reading.kind === 'refused') return refuse(reading)
  const isAdded = await context.store.emailKeys.add({
    accountKey: caller.accountKey,
    emailKey: reading.key,
    limit: MAX_KEYS_PER_DAY,
    by: toActor(caller),
    now,
    ask: (key) => toNotice(context, key, { what: 'confirm', key: key.key }, getConfirmationEnd(key)),
  })
  return isAdded ? { kind: 'added' } : refused({ code: 'email_key_rate', retryAfterSeconds: DAY / 1000 })
}

/** Looks up the key of the caller's address in the key directory of its domain. Nothing is stored. */
export async function lookUpEmailKey(
  context: Context,
  caller: Caller,
  now: Date,
): Promise<{ kind: 'found'; key: EmailKey } | Refused> {
  const reading = await context.emailKeys.lookUp(caller.mailbox, now)
  if (reading === null) {
    const message = "Your domain's key directory (Web Key Directory) has no key for your address."
    return refused({ code: 'email_key_missing', message })
  }
  return reading.kind === 'refused' ? refuse(reading) : { kind: 'found', key: reading.key }
}

/**
 * Removes the keys of the caller's account: its emails are no longer encrypted. Refused while a form stores submissions
 * encrypted to the key. Idempotent.
 */
export async function removeEmailKey(
  context: Context,
  caller: Caller,
  now: Date,
): Promise<{ kind: 'removed' } | Refused> {
  const outcome = await context.store.emailKeys.remove({
    accountKey: caller.accountKey,
    mailboxKey: toMailboxKey(context, caller.mailbox),
    by: toActor(caller),
    now,
    tell: (key) => toNotice(context, key, { what: 'removed' }, noticeEnd(now)),
  })
  return outcome === 'needed' ? refused({ code: 'email_key_needed' }) : { kind: 'removed' }
}

/** Sets whether content leaves only in encrypted emails, or also to other destinations. */
export async function setEncryptedOnly(
  context: Context,
  caller: Caller,
  { to, now }: { to: boolean; now: Date },
): Promise<{ kind: 'set' } | Refused> {
  const { accountKey } = caller
  const isSet = await context.store.emailKeys.setEncryptedOnly({
    accountKey,
    to,
    by: toActor(caller),
    now,
  })
  return isSet ? { kind: 'set' } : refused({ code: 'email_key_missing' })
}

/** Finds the key that a link asks to confirm; changes nothing. */
export async function findEmailKeyByToken(
  context: Context,
  request: { token: string; now: Date },
): Promise<{ kind: 'found'; key: StoredEmailKey } | Refused> {
  const key = context.keys.verifyEmailKeyToken(request.token)
  const found = key === null ? null : await context.store.emailKeys.findUnconfirmed({ ...request, key })
  return found ? { kind: 'found', key: found } : refused({ code: 'token_not_found' })
}

/** Puts the key of a link in use. Only the owner of the private key can read the link. */
export async function confirmEmailKey(
  context: Context,
  request: { token: string; now: Date },
): Promise<{ kind: 'confirmed'; key: StoredEmailKey } | Refused> {
  const { now } = request
  const found = await findEmailKeyByToken(context, request)
  if (found.kind === 'refused') return found
  const { key, mailbox } = found.key
  const confirmed = await context.store.emailKeys.confirm({
    key,
    mailboxKey: toMailboxKey(context, mailbox),
    now,
    tell: (change) =>
      change.before &&
      toNotice(context, change.key, { what: 'replaced', before: change.before.fingerprint }, noticeEnd(now)),
  })
  return confirmed ? { kind: 'confirmed', key: confirmed.key } : refused({ code: 'token_not_found' })
}

/**
 * Sends an unencrypted email without content to owners whose key expires soon or has expired.
 *
 * @param shouldContinue called before each email; the rest is done an hour later
 */
export async function tellExpiringKeys(
  context: Context,
  now: Date,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  for (;;) {
    const keys = await context.store.emailKeys.listExpiring({ now, limit: KEYS_PER_ROUND })
    for (const key of keys) {
      if (key.expiresAt === null || !shouldContinue()) return
      const what = hasExpired(key, now) ? 'expired' : 'expiring'
      const news = { what, expiresAt: key.expiresAt.toISOString() } as const
      const email = toNotice(context, key, news, noticeEnd(now))
      await context.store.emailKeys.tellExpiry({ key: key.key, what, email, now })
    }
    if (keys.length < KEYS_PER_ROUND) return
  }
}

function refuse({ fault }: Extract<EmailKeyReading, { kind: 'refused' }>): Refused {
  return refused({ code: 'email_key_refused', field: 'key', message: EMAIL_KEY_FAULTS[fault] })
}

/** Returns when an email about a key is out of date: when emails that wait for another key are. */
function noticeEnd(now: Date): Date {
  return later(now, EXPIRED_KEY_WAIT_DAYS * DAY)
}

type News = EmailKeyNews extends infer One
  ? One extends EmailKeyNews
    ? Omit<One, 'fingerprint'>
    : never
  : never

function toNotice(
  context: Context,
  { mailbox, fingerprint }: StoredEmailKey,
  news: News,
  expiresAt: Date,
): NewNotice {
  return {
    notice: { kind: 'email_key', fingerprint, ...news } as NewNotice['notice'],
    mailbox,
    mailboxKey: toMailboxKey(context, mailbox),
    expiresAt,
  }
}

function toMailboxKey({ keys }: Context, mailbox: string): string {
  return keys.mailboxKey(canonicalMailbox(mailbox))
}
