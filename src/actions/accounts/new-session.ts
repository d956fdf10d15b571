import type { SignInWay } from '../../domain/accounts/audit.ts'
import type { NewSession } from '../../store/accounts/sessions.ts'
import type { Context } from '../context.ts'

/** A browser that signs in: its device label and its earlier session. */
export type Browser = {
  /** `deviceLabel` */
  device: string
  /** The secret in the session cookie that it sent; null without one. */
  earlierSecret: string | null
}

/** Secrets of the cookies of a browser that has signed in. */
export type SignedInSecrets = {
  secret: string
  /** `Keys.newBrowserSecret`: shows that this browser has signed in, after the session has ended too. */
  browserSecret: string
}

/** Builds a session for the store; it replaces the one that the browser had. */
export function newSession(
  { keys }: Context,
  opened: { secret: string; browser: Browser; way: SignInWay },
): NewSession {
  const { device, earlierSecret } = opened.browser
  return {
    hash: keys.secretHash(opened.secret),
    device,
    way: opened.way,
    replaces: earlierSecret === null ? null : keys.secretHash(earlierSecret),
  }
}
