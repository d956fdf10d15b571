import { StoreBroken, StoreUnavailable } from '../../contract/errors.ts'
import { DatabaseUnusable, WriteLocked } from '../../engine/connection.ts'

/** Text for the operator: where the way back from a lost or damaged database is described. */
export const HOW_TO_RESTORE = 'Restore it from a backup as docs/self-hosting.md describes'

// Primary result codes, sqlite.org/rescode.html; node:sqlite gives the extended code in `errcode`.
const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_NOTADB = 26

/** Converts an error of `begin immediate`, which waits for the write lock. */
export function toBeginError(error: unknown): unknown {
  return getResultCode(error) === SQLITE_BUSY ? new WriteLocked(error) : toStoreError(error)
}

/** Converts an error while the file is opened or created: the operator reads it. */
export function toOpenError(file: string, error: unknown): unknown {
  if (isDamage(error)) return describeDamage(file, error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Of SQLite, or of the system while the file was created.
  if (code !== 'ERR_SQLITE_ERROR' && !/^E[A-Z]+$/.test(code)) return error
  return new DatabaseUnusable(
    `${file} cannot be opened (${getMessage(error)}). Its folder must exist and belong to the user of the service.`,
    { cause: error },
  )
}

/** Converts an error of a migration: damage may show only when the schema is read. */
export function toMigrationError(file: string, error: unknown): unknown {
  return isDamage(error) ? describeDamage(file, error) : error
}

/** Converts an error of SQLite to an error of the store. */
export function toStoreError(error: unknown): unknown {
  const isClosed = error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'
  if (isClosed) return new StoreUnavailable('closed', error)
  switch (getResultCode(error)) {
    case SQLITE_BUSY:
      return new StoreUnavailable('busy', error)
    case SQLITE_FULL:
      return new StoreUnavailable('full', error)
    case SQLITE_READONLY:
    case SQLITE_IOERR:
      return new StoreBroken(error)
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return new StoreBroken(error, `the database file is damaged (${getMessage(error)}). ${HOW_TO_RESTORE}`)
    default:
      return error
  }
}

/** Returns the primary result code of an error of SQLite, or 0. */
function getResultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns true when the error shows that the content of the file is damaged. */
function isDamage(error: unknown): boolean {
  const code = getResultCode(error instanceof StoreBroken ? error.cause : error)
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

function describeDamage(file: string, error: unknown): DatabaseUnusable {
  const { cause = error } = error instanceof Error ? error : {}
  return new DatabaseUnusable(
    `${file} is damaged (${getMessage(cause)}). Keep it, stop whatever else uses it, and check the disk. ${HOW_TO_RESTORE}`,
    { cause: error },
  )
}
