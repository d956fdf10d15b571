import { canonicalMailbox, mailboxHint, mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import {
  EMAILS_TO_CONFIRM,
  type SignInAllowance,
  shouldSendSignInEmail,
  signInEmailDueAt,
} from '../../domain/accounts/sign-in.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { secondsUntilFree } from '../../domain/sliding-window.ts'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'

/**
 * Requests a sign-in email. The answer reveals nothing: an email is sent only if the mailbox has an account and has not
 * received too many.
 *
 * @param request.mailbox an address returned by `readPlainAddress`
 * @param request.browserSecret secret in the cookie of the requesting browser; the code works only in that browser
 * @param request.next path on this site to open afterwards
 */
export async function requestSignIn(
  context: Context,
  request: {
    mailbox: string
    browserSecret: string
    allowance: SignInAllowance
    device: string
    next: string | null
    now: Date
  },
): Promise<void> {
  const { keys, store } = context
  const { allowance, device, next, now } = request
  await store.accounts.requestSignIn({
    mailbox: mailboxIdentity(request.mailbox),
    mailboxKey: keys.mailboxKey(canonicalMailbox(request.mailbox)),
    browserHash: keys.secretHash(request.browserSecret),
    device,
    next,
    now,
    emailDueAt: signInEmailDueAt(now, context.signInDelay()),
    counts: allowance === 'browser' ? 'browser' : 'mailbox',
    decide: (found) => shouldSendSignInEmail({ ...found, allowance, now }),
  })
}

const TOO_MANY = 'Too many confirmation emails were requested.'

/** Requests an email that confirms the caller's session. */
export async function requestConfirmation(
  context: Context,
  caller: Caller,
  request: { device: string; now: Date },
): Promise<{ kind: 'sent'; accountHint: string } | Refused> {
  if (caller.by.kind !== 'session') return { kind: 'refused', refusal: { code: 'session_needed' } }
  const { device, now } = request
  let wait = 0
  const requested = await context.store.accounts.requestConfirmation({
    sessionKey: caller.by.sessionKey,
    mailboxKey: context.keys.mailboxKey(canonicalMailbox(caller.person.mailbox)),
    device,
    next: null,
    now,
    decide({ sent }) {
      wait = secondsUntilFree(sent, now, EMAILS_TO_CONFIRM)
      return wait === 0
    },
  })
  if (requested) return { kind: 'sent', accountHint: mailboxHint(caller.person.mailbox) }
  const refusal: Refusal =
    wait > 0
      ? { code: 'sign_in_rate', message: TOO_MANY, retryAfterSeconds: wait }
      : { code: 'not_signed_in' }
  return { kind: 'refused', refusal }
}
