import { HOUR, later } from '../time.ts'
import { ROTATION_HOURS } from './web-destination.ts'

/** A secret that requests are signed with. `until`: as RFC 3339, when it no longer is; null for the current one. */
type SigningSecret = { secret: string; until: string | null }

/** Returns the secrets of a new destination. */
export function newSigningSecrets(secret: string): SigningSecret[] {
  return [{ secret, until: null }]
}

/** Returns the secrets after a rotation, the newest first: the current one signs for another day, those before it no more. */
export function renewSecrets(secrets: readonly SigningSecret[], secret: string, now: Date): SigningSecret[] {
  const until = later(now, ROTATION_HOURS * HOUR).toISOString()
  const old = secrets.filter((one) => one.until === null).map((one) => ({ ...one, until }))
  return [{ secret, until: null }, ...old]
}

/** Lists the secrets that sign now, the newest first. */
export function listSigningNow(secrets: readonly SigningSecret[], now: Date): string[] {
  return secrets.filter(({ until }) => until === null || now < new Date(until)).map(({ secret }) => secret)
}

/** Parses secrets that were stored as JSON; none where requests are not signed. */
export function parseSigningSecrets(text: string | null): SigningSecret[] {
  return text === null ? [] : JSON.parse(text)
}
