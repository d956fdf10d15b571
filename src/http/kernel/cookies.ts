import { parseCookie, stringifySetCookie } from 'cookie'
import type { Browser, SignedInSecrets } from '../../actions/accounts/new-session.ts'
import { deviceLabel } from '../../domain/accounts/device.ts'
import { SESSION_DAYS } from '../../domain/accounts/session.ts'
import { DAY, MINUTE, SECOND } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { getHeader, type RequestHead } from './request.ts'

/**
 * Cookies that the service sets: `session` after a sign-in; `sign-in` after a request for a sign-in email, and after a sign-in
 * with a secret that shows it; `new-form` after a form was created, until its start page has shown its recipient; `creator`
 * marks the browser that created the newest form, whose start page then tells it more about what arrives.
 */
type CookieName = 'session' | 'sign-in' | 'new-form' | 'creator'

const LIFE: Readonly<Record<CookieName, number>> = {
  session: (SESSION_DAYS * DAY) / SECOND,
  'sign-in': (365 * DAY) / SECOND,
  'new-form': (10 * MINUTE) / SECOND,
  creator: (7 * DAY) / SECOND,
}
/** Format of our secrets: base64url of 256 bits. */
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** Returns the secret in a cookie; null without the cookie, or when the value is not a secret of ours. */
export function getCookie(
  request: RequestHead,
  deps: Pick<HttpDeps, 'base'>,
  name: 'session' | 'sign-in',
): string | null {
  const value = findCookie(request, deps, name)
  return value !== null && SECRET.test(value) ? value : null
}

/** Returns the unchecked value of a cookie; null without the cookie. */
export function findCookie(
  request: RequestHead,
  deps: Pick<HttpDeps, 'base'>,
  name: CookieName,
): string | null {
  return parseCookie(getHeader(request, 'cookie') ?? '')[fullName(deps, name)] ?? null
}

/** Returns the facts about a browser that a new session records. */
export function parseBrowser(request: RequestHead, deps: Pick<HttpDeps, 'base'>): Browser {
  return {
    device: deviceLabel(getHeader(request, 'user-agent')),
    earlierSecret: getCookie(request, deps, 'session'),
  }
}

/** Returns the header that sets a cookie. Scripts cannot read it, and other sites cannot post with it. */
export function setCookieHeader(
  deps: Pick<HttpDeps, 'base'>,
  cookie: { name: CookieName; value: string },
): Record<'set-cookie', string> {
  return headerFor(deps, { ...cookie, maxAge: LIFE[cookie.name] })
}

/** Returns the header that sets both cookies of a browser that has signed in. */
export function signedInHeader(
  deps: Pick<HttpDeps, 'base'>,
  { secret, browserSecret }: SignedInSecrets,
): Record<'set-cookie', string[]> {
  const session = setCookieHeader(deps, { name: 'session', value: secret })
  const known = setCookieHeader(deps, { name: 'sign-in', value: browserSecret })
  return { 'set-cookie': [session['set-cookie'], known['set-cookie']] }
}

/** Returns the header that deletes a cookie. */
export function clearCookieHeader(
  deps: Pick<HttpDeps, 'base'>,
  name: CookieName,
): Record<'set-cookie', string> {
  return headerFor(deps, { name, value: '', maxAge: 0 })
}

function headerFor(
  deps: Pick<HttpDeps, 'base'>,
  { name, value, maxAge }: { name: CookieName; value: string; maxAge: number },
): Record<'set-cookie', string> {
  const cookie = stringifySetCookie({
    name: fullName(deps, name),
    value,
    path: '/',
    maxAge,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(deps),
  })
  return { 'set-cookie': cookie }
}

/**
 * Returns the name with the prefix `__Host-`, so that no subdomain and no page without TLS can set the cookie (RFC 6265bis
 * §4.1.3.2). The prefix requires `Secure`, which a base URL without TLS cannot have.
 */
function fullName(deps: Pick<HttpDeps, 'base'>, name: CookieName): string {
  return isSecure(deps) ? `__Host-${name}` : name
}

function isSecure({ base }: Pick<HttpDeps, 'base'>): boolean {
  return base.startsWith('https:')
}
