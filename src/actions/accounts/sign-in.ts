import { isUsable } from '../../domain/accounts/sign-in.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { FoundSignIn } from '../../store/accounts/sign-ins.ts'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'
import { type Browser, newSession, type SignedInSecrets } from './new-session.ts'

/** Facts about the browser that follows a link or types a code. */
export type Follower = Browser & {
  /** Cookie set when the email was requested; null without it. */
  pendingSecret: string | null
}

/** Contents of the page that the link of an email opens. */
export type LinkShown = {
  mailbox: string
  /** `confirm`: a signed-in person confirms their identity. */
  purpose: 'sign_in' | 'confirm'
  /** Set when this browser requested the email. */
  here: boolean
  /** `deviceLabel` of the browser that requested the email, and the time of the request. */
  device: string
  askedAt: Date
}

type LinkAnswer = ({ kind: 'ready' } & LinkShown) | { kind: 'gone' }

type SignedIn = { kind: 'signed_in'; next: string | null } & SignedInSecrets

type LinkOutcome =
  | SignedIn
  | { kind: 'confirmed'; here: boolean }
  /** Another browser requested the email: the person must confirm that it was them. */
  | ({ kind: 'doubtful' } & LinkShown)
  | { kind: 'gone' }

/** Returns the effect that the link of an email would have; changes nothing. All unusable links get the same answer. */
export async function previewLink(
  context: Context,
  request: { token: string; follower: Follower; now: Date },
): Promise<LinkAnswer> {
  const found = await findUsable(context, request)
  return found ? { kind: 'ready', ...(await shown(context, found, request.follower)) } : { kind: 'gone' }
}

/**
 * Uses the link of an email, after a button was pressed. A link works once.
 *
 * @param request.sure set when the person confirmed that they requested the email in another browser
 */
export async function followLink(
  context: Context,
  request: { token: string; follower: Follower; sure: boolean; now: Date },
): Promise<LinkOutcome> {
  const { follower, now } = request
  const found = await findUsable(context, request)
  if (!found) return { kind: 'gone' }
  const link = await shown(context, found, follower)
  if (!link.here && !request.sure) return { kind: 'doubtful', ...link }
  const secret = context.keys.newSessionSecret()
  const session = newSession(context, { secret, browser: follower, way: 'email_link' })
  const used = await context.store.accounts.useSignIn({ key: found.key, session, now })
  if (!used) return { kind: 'gone' }
  return used.kind === 'opened' ? signedIn(context, { secret, used }) : { kind: 'confirmed', here: link.here }
}

/** Signs in by the code of an email. Only the browser that requested the email can use the code. */
export async function signInByCode(
  context: Context,
  request: { code: string; follower: Follower; now: Date },
): Promise<SignedIn | Refused> {
  const { follower, now } = request
  const secret = context.keys.newSessionSecret()
  const hash = follower.pendingSecret === null ? null : context.keys.secretHash(follower.pendingSecret)
  const used =
    hash === null
      ? null
      : await context.store.accounts.tryCode({
          owner: { kind: 'browser', hash },
          matchesCode: (key) => context.keys.isSignInCode(key, request.code),
          session: newSession(context, { secret, browser: follower, way: 'email_code' }),
          now,
        })
  return used?.kind === 'opened' ? signedIn(context, { secret, used }) : WRONG_CODE
}

/** Confirms the caller's session by the code of an email that it requested. */
export async function confirmByCode(
  context: Context,
  caller: Caller,
  request: { code: string; now: Date },
): Promise<{ kind: 'confirmed'; freshUntil: Date } | Refused> {
  if (caller.by.kind !== 'session') return { kind: 'refused', refusal: { code: 'session_needed' } }
  const { now } = request
  const used = await context.store.accounts.tryCode({
    owner: { kind: 'session', key: caller.by.sessionKey },
    matchesCode: (key) => context.keys.isSignInCode(key, request.code),
    session: null,
    now,
  })
  return used?.kind === 'confirmed' ? used : WRONG_CODE
}

function signedIn(
  { keys }: Context,
  { secret, used }: { secret: string; used: { mailboxKey: string; next: string | null } },
): SignedIn {
  return {
    kind: 'signed_in',
    secret,
    browserSecret: keys.newBrowserSecret(used.mailboxKey),
    next: used.next,
  }
}

const WRONG_CODE = { kind: 'refused', refusal: { code: 'code_wrong', field: 'code' } } as const

async function findUsable(
  context: Context,
  request: { token: string; now: Date },
): Promise<FoundSignIn | null> {
  const key = context.keys.verifySignInToken(request.token)
  const found = key === null ? null : await context.store.accounts.findSignIn(key)
  return found && isUsable(found, request.now) ? found : null
}

async function shown(context: Context, found: FoundSignIn, follower: Follower): Promise<LinkShown> {
  return {
    mailbox: found.account.mailbox,
    purpose: found.sessionKey === null ? 'sign_in' : 'confirm',
    here: await isSameBrowser(context, found, follower),
    device: found.device,
    askedAt: found.createdAt,
  }
}

/** Tells whether this browser requested the email: by its cookie for a sign-in, by its session for a confirmation. */
async function isSameBrowser(context: Context, found: FoundSignIn, follower: Follower): Promise<boolean> {
  const { keys, store } = context
  if (found.sessionKey === null) {
    return follower.pendingSecret !== null && keys.secretHash(follower.pendingSecret) === found.browserHash
  }
  if (follower.earlierSecret === null) return false
  const session = await store.accounts.findSession(keys.secretHash(follower.earlierSecret))
  return session?.key === found.sessionKey
}
