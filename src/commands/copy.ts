import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { parseDatabaseUrl, withoutPassword } from '../config/database.ts'
import { createKeys } from '../ids/keys.ts'
import { lockExistingDirectory } from '../runtime/instance-lock.ts'
import { loadSecret } from '../runtime/secret.ts'
import { connect } from '../store/dialects/connect.ts'
import { copyRows, type Progress } from '../store/dialects/copy-rows.ts'
import type { Connection } from '../store/engine/connection.ts'
import { migrate } from '../store/engine/migrate.ts'
import { formatBar } from './progress-bar.ts'

/**
 * Copies an instance to another, empty database: every row is copied, read back and compared.
 *
 * @throws DataDirectoryTaken when the service runs on the file
 * @param request.show overwrites the line of progress
 */
export async function copy(
  config: Config,
  request: { from: string; to: string; now: Date; show(line: string): void },
): Promise<{ output: string; done: boolean }> {
  const from = parseDatabaseUrl(request.from)
  const to = parseDatabaseUrl(request.to)
  if (from.kind === 'fault') return { output: `--from ${from.problem}.`, done: false }
  if (to.kind === 'fault') return { output: `--to ${to.problem}.`, done: false }
  const source = from.value
  if (source.kind !== 'sqlite')
    return {
      output: '--from must be a SQLite file (file:…). Copying from PostgreSQL is not supported.',
      done: false,
    }
  if (!existsSync(source.file)) return { output: `There is no database at ${source.file}.`, done: false }
  const { hmacSecret } = createKeys(loadSecret({ ...config, database: source }))
  // Data that a running service accepts meanwhile would be missing in the copy.
  using locks = new DisposableStack()
  for (const directory of listDataDirectories(source.file, config))
    locks.use(lockExistingDirectory(directory))
  const old = await connect(source)
  let target: Connection | null = null
  try {
    target = await connect(to.value)
    await migrate(target, { now: request.now, hmacSecret })
    const copied = await copyRows(old, target, {
      hmacSecret,
      onProgress: (progress) => request.show(formatProgress(progress)),
    })
    request.show('')
    const width = Math.max(...copied.map(({ rows }) => String(rows).length))
    const tables = copied.map(
      ({ table, rows, checksum }) => `  ${String(rows).padStart(width)}  ${table}  (${checksum})`,
    )
    const next = `Now start the service with FORMSLOT_DATABASE_URL=${withoutPassword(request.to)} and the same secret.`
    return { output: ['Copied, read back and compared:', ...tables, next].join('\n'), done: true }
  } finally {
    await target?.close()
    await old.close()
  }
}

/** Lists the directories that can hold the service's lock: the configured data directory, and that of the file. */
function listDataDirectories(file: string, { database, dataDir }: Config): Set<string> {
  const isConfigured = database.kind === 'sqlite' && path.resolve(database.file) === path.resolve(file)
  return new Set([path.dirname(path.resolve(file)), ...(isConfigured ? [path.resolve(dataDir)] : [])])
}

function formatProgress({ table, done, of }: Progress): string {
  return `${formatBar({ done, of })}  ${table} ${done}/${of}`
}
