import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { parseDatabaseUrl, withoutPassword } from '../config/database.ts'
import { createKeys } from '../ids/keys.ts'
import { holdStill } from '../runtime/instance-lock.ts'
import { loadSecret } from '../runtime/secret.ts'
import { connect } from '../store/dialects/connect.ts'
import { copyRows, type Progress } from '../store/dialects/copy-rows.ts'
import type { Connection } from '../store/engine/connection.ts'
import { migrate } from '../store/engine/migrate.ts'

const BAR_LENGTH = 24

/**
 * Moves an instance to another database, which must be empty: every row is copied, read again and compared.
 *
 * @throws DataDirectoryTaken when the service runs on the file
 * @param request.show draws one line of progress over the one before
 */
export async function copy(
  config: Config,
  request: { from: string; to: string; now: Date; show(line: string): void },
): Promise<{ said: string; done: boolean }> {
  const from = parseDatabaseUrl(request.from)
  const to = parseDatabaseUrl(request.to)
  if (from.kind === 'fault') return { said: `--from ${from.problem}.`, done: false }
  if (to.kind === 'fault') return { said: `--to ${to.problem}.`, done: false }
  const source = from.value
  if (source.kind !== 'sqlite')
    return { said: '--from must be a file: only a file stands still while it is copied.', done: false }
  if (!existsSync(source.file)) return { said: `There is no database at ${source.file}.`, done: false }
  const { hmacSecret } = createKeys(loadSecret({ ...config, database: source }))
  // What a running service takes meanwhile would be missing in the copy.
  using stillness = new DisposableStack()
  for (const directory of dataDirectoriesOf(source.file, config)) stillness.use(holdStill(directory))
  const old = await connect(source)
  let target: Connection | null = null
  try {
    target = await connect(to.value)
    await migrate(target, { now: request.now, hmacSecret })
    const copied = await copyRows(old, target, {
      hmacSecret,
      onProgress: (progress) => request.show(lineOf(progress)),
    })
    request.show('')
    const width = Math.max(...copied.map(({ rows }) => String(rows).length))
    const tables = copied.map(
      ({ table, rows, checksum }) => `  ${String(rows).padStart(width)}  ${table}  (${checksum})`,
    )
    const next = `Now start the service with FORMSLOT_DATABASE_URL=${withoutPassword(request.to)} and the same secret.`
    return { said: ['Copied, read again and compared:', ...tables, next].join('\n'), done: true }
  } finally {
    await target?.close()
    await old.close()
  }
}

/** Where the service keeps its lock: in the data directory of this configuration, and beside a file that is elsewhere. */
function dataDirectoriesOf(file: string, { database, dataDir }: Config): Set<string> {
  const isConfigured = database.kind === 'sqlite' && path.resolve(database.file) === path.resolve(file)
  return new Set([path.dirname(path.resolve(file)), ...(isConfigured ? [path.resolve(dataDir)] : [])])
}

function lineOf({ table, done, of }: Progress): string {
  const share = of === 0 ? 1 : done / of
  const filled = Math.round(share * BAR_LENGTH)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_LENGTH - filled)
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${table} ${done}/${of}`
}
