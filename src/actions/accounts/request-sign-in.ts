import { canonicalMailbox, mailboxHint, mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import {
  EMAILS_TO_CONFIRM,
  secondsUntilSignIn,
  shouldSendSignInEmail,
} from '../../domain/accounts/sign-in.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'

/**
 * Asks for an email that signs in. What happens does not show: the email goes out where the mailbox owns something and
 * was not sent too many already.
 *
 * @param request.mailbox as `readPlainAddress` has it
 * @param request.browserSecret what the asking browser keeps, which its code is bound to
 * @param request.next where to go afterwards; a path of ours
 */
export async function requestSignIn(
  context: Context,
  request: { mailbox: string; browserSecret: string; device: string; next: string | null; now: Date },
): Promise<void> {
  const { keys, store } = context
  const { device, next, now } = request
  await store.accounts.requestSignIn({
    mailbox: mailboxIdentity(request.mailbox),
    mailboxKey: keys.mailboxKey(canonicalMailbox(request.mailbox)),
    browserHash: keys.secretHash(request.browserSecret),
    device,
    next,
    now,
    decide: (found) => shouldSendSignInEmail({ ...found, now }),
  })
}

const TOO_MANY = 'Too many confirmation emails were requested.'

/** Asks for an email by which the caller's session confirms itself. */
export async function requestConfirmation(
  context: Context,
  caller: Caller,
  request: { device: string; now: Date },
): Promise<{ kind: 'asked'; accountHint: string } | { kind: 'refused'; refusal: Refusal }> {
  if (caller.by.kind !== 'session') return { kind: 'refused', refusal: { code: 'session_needed' } }
  const { device, now } = request
  let wait = 0
  const asked = await context.store.accounts.requestConfirmation({
    sessionKey: caller.by.sessionKey,
    mailboxKey: context.keys.mailboxKey(canonicalMailbox(caller.mailbox)),
    device,
    next: null,
    now,
    decide({ sent }) {
      wait = secondsUntilSignIn(sent, now, EMAILS_TO_CONFIRM)
      return wait === 0
    },
  })
  if (asked) return { kind: 'asked', accountHint: mailboxHint(caller.mailbox) }
  const refusal: Refusal =
    wait > 0
      ? { code: 'sign_in_rate', message: TOO_MANY, retryAfterSeconds: wait }
      : { code: 'not_signed_in' }
  return { kind: 'refused', refusal }
}
