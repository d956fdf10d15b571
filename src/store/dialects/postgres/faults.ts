import { StoreBroken, StoreUnavailable } from '../../contract/errors.ts'
import { Contended, DatabaseRefused, DatabaseUnreachable } from '../../engine/connection.ts'

// SQLSTATE, postgresql.org/docs/current/errcodes-appendix.html.
const CONTENDED = new Set(['40001', '40P01', '23505'])
const BUSY = new Set(['55P03', '57014', '53300'])
const FULL = '53100'
/** Codes of statements that the server rejected: the connection works. */
const OUR_FAULT = /^(?:0A|2[0-8]|3|42|44)/

/**
 * Returns true for the error of a kept plan whose columns have changed, as after a migration by a newer node. The
 * connection must be closed: a new one plans again.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'routine') === 'RevalidateCachedQuery'
}

/** Converts an error of the driver or the server to an error of the store. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (isStalePlan(error)) return new Contended(error)
  if (error instanceof Contended || error instanceof StoreUnavailable || error instanceof StoreBroken)
    return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code !== null && CONTENDED.has(code)) return new Contended(error)
  if (code !== null && BUSY.has(code)) return new StoreUnavailable('busy', error)
  if (code === FULL) return new StoreUnavailable('full', error)
  // A read-only standby, until the address leads to the new primary.
  if (code === '25006') return new StoreUnavailable('away', error)
  const fromDatabase = 'severity' in error
  if (fromDatabase && code !== null && OUR_FAULT.test(code)) return error
  const lost =
    fromDatabase || code !== null || /terminat|timeout|closed|ended|not queryable/i.test(error.message)
  return lost ? new StoreUnavailable('away', error) : error
}

/** Converts an error while connecting at start: the operator reads it, so it includes the message of the server. */
export function toStartError(error: unknown): unknown {
  const fault = toStoreError(error)
  const refused = error instanceof Error && 'code' in error && /^(?:28|3D)/.test(String(error.code))
  if (!refused && !(fault instanceof StoreUnavailable)) return fault
  const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
  const Fault = refused ? DatabaseRefused : DatabaseUnreachable
  return new Fault(
    `the PostgreSQL server of FORMSLOT_DATABASE_URL cannot be used (${reason}). Check that it is running, and that ` +
      'the address, user, password and database are correct.',
    { cause: error },
  )
}
