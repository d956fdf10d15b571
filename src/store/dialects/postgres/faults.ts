import { StoreUnavailable } from '../../contract/errors.ts'
import { Contended, DatabaseUnusable } from '../../engine/connection.ts'

// SQLSTATE, postgresql.org/docs/current/errcodes-appendix.html.
const CONTENDED = new Set(['40001', '40P01', '23505'])
const BUSY = new Set(['55P03', '57014', '53300'])
const FULL = '53100'
/** The server said no to something it does not do: not a fault of the connection. */
const OUR_FAULT = /^(?:0A|2[0-8]|3|42|44)/

/** A fault of the driver or the server in the store's own words. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof Contended || error instanceof StoreUnavailable) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code !== null && CONTENDED.has(code)) return new Contended(error)
  if (code !== null && BUSY.has(code)) return new StoreUnavailable('busy', error)
  if (code === FULL) return new StoreUnavailable('full', error)
  // A standby that took over for reads only, until the address leads to the new primary.
  if (code === '25006') return new StoreUnavailable('away', error)
  const fromDatabase = 'severity' in error
  if (fromDatabase && code !== null && OUR_FAULT.test(code)) return error
  const lost =
    fromDatabase || code !== null || /terminat|timeout|closed|ended|not queryable/i.test(error.message)
  return lost ? new StoreUnavailable('away', error) : error
}

/** At the start an operator reads it, so it says what the server or the system said. */
export function toStartError(error: unknown): unknown {
  const fault = toStoreError(error)
  const refused = error instanceof Error && 'code' in error && /^(?:28|3D)/.test(String(error.code))
  if (!refused && !(fault instanceof StoreUnavailable)) return fault
  const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
  return new DatabaseUnusable(
    `the PostgreSQL server of FORMSLOT_DATABASE_URL cannot be used (${reason}): see that it runs, and that the ` +
      'address, the user, the password and the database in it are right',
    { cause: error },
  )
}
