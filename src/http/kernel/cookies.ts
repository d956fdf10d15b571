import { parseCookie, stringifySetCookie } from 'cookie'
import type { Browser } from '../../actions/accounts/new-session.ts'
import { deviceLabel } from '../../domain/accounts/device.ts'
import { SESSION_DAYS } from '../../domain/accounts/session.ts'
import { DAY, SECOND } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { getHeader, type RequestHead } from './request.ts'

/** What browsers keep for us: `session` who is signed in, `sign-in` who asked for a sign-in email. */
export type CookieName = 'session' | 'sign-in'

const LIFE: Readonly<Record<CookieName, number>> = {
  session: (SESSION_DAYS * DAY) / SECOND,
  'sign-in': DAY / SECOND,
}
/** What we give out: base64url of 256 bits. Anything else is nobody's. */
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** The secret in a cookie; null without one, and for what cannot be ours. */
export function getCookie(
  request: RequestHead,
  deps: Pick<HttpDeps, 'base'>,
  name: CookieName,
): string | null {
  const value = parseCookie(getHeader(request, 'cookie') ?? '')[fullName(deps, name)] ?? ''
  return SECRET.test(value) ? value : null
}

/** The browser that asks, as a session that is about to be opened wants to know it. */
export function parseBrowser(request: RequestHead, deps: Pick<HttpDeps, 'base'>): Browser {
  return {
    device: deviceLabel(getHeader(request, 'user-agent')),
    earlierSecret: getCookie(request, deps, 'session'),
  }
}

/** The header that gives a browser something to keep. Scripts cannot read it, other sites cannot post with it. */
export function giveCookie(
  deps: Pick<HttpDeps, 'base'>,
  cookie: { name: CookieName; value: string },
): Record<'set-cookie', string> {
  return headerFor(deps, { ...cookie, maxAge: LIFE[cookie.name] })
}

/** The header that takes it back. */
export function takeCookie(deps: Pick<HttpDeps, 'base'>, name: CookieName): Record<'set-cookie', string> {
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
 * With the prefix `__Host-` no subdomain and no page without TLS can set it (RFC 6265bis §4.1.3.2). Browsers want `Secure`
 * for that, which a base address without TLS cannot have.
 */
function fullName(deps: Pick<HttpDeps, 'base'>, name: CookieName): string {
  return isSecure(deps) ? `__Host-${name}` : name
}

function isSecure({ base }: Pick<HttpDeps, 'base'>): boolean {
  return base.startsWith('https:')
}
