import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Parsed } from './reading.ts'

/** Default name of the database file in the data directory. */
export const DATABASE_NAME = 'formslot.db'

const POSTGRES = /^postgres(ql)?:/i

/** The configured database. */
export type Database = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

/** Parses `file:` with an absolute or relative path, or the address of a PostgreSQL server. */
export function parseDatabaseUrl(text: string): Parsed<Database> {
  if (POSTGRES.test(text)) {
    const read = parsePostgresUrl(text)
    return read.kind === 'ok' ? { kind: 'ok', value: { kind: 'postgres', url: read.value } } : read
  }
  const url = text.startsWith('file://') ? URL.parse(text) : null
  if (url && url.host === '' && url.search === '' && url.hash === '' && !/%2f/i.test(url.pathname)) {
    return sqlite(fileURLToPath(url))
  }
  // NOTE: `file::memory:` and `file:x?mode=memory` would store nothing on disk.
  const [, file] = /^file:(?!\/\/)([^:?#]+)$/.exec(text) ?? []
  if (file && !file.endsWith('/')) return sqlite(path.resolve(file))
  return fault(text)
}

/** Parses the address of a PostgreSQL server and one of its databases. */
export function parsePostgresUrl(text: string): Parsed<string> {
  const url = URL.parse(text)
  const named = POSTGRES.test(text) && url && url.hash === '' && url.pathname.length > 1
  return named ? { kind: 'ok', value: text } : fault(text)
}

function sqlite(file: string): Parsed<Database> {
  return { kind: 'ok', value: { kind: 'sqlite', file } }
}

function fault(text: string): Parsed<never> {
  return { kind: 'fault', problem: `is ${JSON.stringify(withoutPassword(text))}` }
}

/** Removes the password from an address, also one given as a parameter, so that it can be shown. */
export function withoutPassword(text: string): string {
  return text.replace(/\/\/.*@/s, '//…@').replace(/([?&]password=)[^&]*/gi, '$1…')
}
