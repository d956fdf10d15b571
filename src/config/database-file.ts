import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Parsed } from './reading.ts'

/** The database's file in the data directory when no other is named. */
export const DATABASE_NAME = 'formslot.db'

/** `file:` and a path, relative to the working directory or absolute, as an absolute path. */
export function parseDatabaseUrl(text: string): Parsed<string> {
  if (/^postgres(ql)?:/i.test(text)) {
    return { kind: 'fault', problem: 'names PostgreSQL, which this version cannot use yet' }
  }
  const url = text.startsWith('file://') ? URL.parse(text) : null
  if (url && url.host === '' && url.search === '' && url.hash === '' && !/%2f/i.test(url.pathname)) {
    return { kind: 'ok', value: fileURLToPath(url) }
  }
  // NOTE: `file::memory:` and `file:x?mode=memory` are SQLite's ways to keep nothing.
  const [, file] = /^file:(?!\/\/)([^:?#]+)$/.exec(text) ?? []
  if (file && !file.endsWith('/')) return { kind: 'ok', value: path.resolve(file) }
  return { kind: 'fault', problem: `is ${JSON.stringify(withoutPassword(text))}` }
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//…@')
}
