import type { Parsed, Reading } from './reading.ts'
import { parseSecret } from './secret-text.ts'

/** Secrets that the links in emails are signed with. */
export type LinkSecrets = {
  /** null: links are signed with the secret of the instance. */
  linkSecret: string | null
  /** The secret before it, and the time until which its links are accepted. */
  oldLinkSecret: { secret: string; until: Date } | null
}

/** A day, or an instant in UTC. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?$/

/** Reads the settings of a rotation: an old secret needs its date and a new one. */
export function readLinkSecrets(reading: Reading): LinkSecrets {
  const linkSecret = reading.optional('FORMSLOT_LINK_SECRET', parseSecret)
  const secret = reading.optional('FORMSLOT_OLD_LINK_SECRET', parseSecret)
  const until = reading.optional('FORMSLOT_OLD_LINK_SECRET_UNTIL', parseDate)
  const isRotation =
    reading.given('FORMSLOT_OLD_LINK_SECRET') || reading.given('FORMSLOT_OLD_LINK_SECRET_UNTIL')
  if (isRotation) {
    const needed = [
      'FORMSLOT_LINK_SECRET',
      'FORMSLOT_OLD_LINK_SECRET',
      'FORMSLOT_OLD_LINK_SECRET_UNTIL',
    ] as const
    const missing = needed.filter((name) => !reading.given(name))
    for (const name of missing) reading.addFault(name, 'is missing; a rotation needs all three settings')
  }
  if (secret !== null && secret === linkSecret) {
    reading.addFault('FORMSLOT_LINK_SECRET', 'is the same as FORMSLOT_OLD_LINK_SECRET')
  }
  return { linkSecret, oldLinkSecret: secret !== null && until ? { secret, until } : null }
}

function parseDate(text: string): Parsed<Date> {
  const date = new Date(text)
  // A day that does not exist, such as 30 February, becomes another one.
  const isDate = DATE.test(text) && date.toJSON()?.startsWith(text.slice(0, 10))
  return isDate ? { kind: 'ok', value: date } : { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
}
