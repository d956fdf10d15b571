import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { DAY } from '../domain/time.ts'
import { FOREIGN_MODE_BITS, SECRET_NAME } from '../runtime/secret.ts'
import { connect } from '../store/dialects/connect.ts'
import { connectSqlite, SQLITE_FLOOR } from '../store/dialects/sqlite/connect.ts'
import type { Connection } from '../store/engine/connection.ts'
import { findPause } from '../store/outbox/outbox.ts'
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts'

const MEBIBYTE = 1024 * 1024
/** This program did not exist before: a clock that says so is wrong. */
const EARLIEST = new Date('2026-11-01T00:00:00Z')

/** Whether files can be written, and flushed, where the data lives. */
export function checkDataDirectory({ dataDir }: Config): Finding {
  const name = 'data directory'
  if (!existsSync(dataDir)) {
    return warn(name, `${dataDir} does not exist yet`, 'start the service once: it makes the directory')
  }
  const probe = path.join(dataDir, `doctor-${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(probe, 'doctor', { flush: true, mode: 0o600 })
    rmSync(probe)
    return ok(name, `${dataDir} can be written and flushed`)
  } catch (error) {
    return fail(
      name,
      reasonOf(error),
      `${dataDir} must be a directory that belongs to the user of the service`,
    )
  }
}

/** Free space against the floor below which nothing new is accepted, where the database is a file. */
export function checkDisk(config: Config): Finding {
  const name = 'disk'
  const { database, dataDir } = config
  const disk = statfsSync(nearestFolder(database.kind === 'sqlite' ? path.dirname(database.file) : dataDir))
  const free = disk.bavail * disk.bsize
  const says = `${Math.floor(free / MEBIBYTE)} MiB free, the floor is ${config.minFreeBytes / MEBIBYTE} MiB`
  if (free < config.minFreeBytes) {
    return database.kind === 'sqlite'
      ? fail(name, says, 'make room: submissions are answered 503 until then')
      : warn(name, says, 'make room: the embedded mailbox is there; and see to the disk of PostgreSQL')
  }
  if (free < 5 * config.minFreeBytes) return warn(name, says, 'make room soon, or lower FORMSLOT_MIN_FREE_MB')
  return ok(name, says)
}

/** The clock against what is known without asking anybody: this program's age and the database's. */
export function checkClock(config: Config, now: Date): Finding {
  const name = 'clock'
  if (now < EARLIEST)
    return fail(name, `it says ${now.toISOString()}`, 'set the clock, and keep it right with NTP')
  const { database } = config
  if (database.kind === 'sqlite' && existsSync(database.file)) {
    const written = statSync(database.file).mtime
    if (written.getTime() - now.getTime() > DAY) {
      return fail(name, `the database was written in the future, ${written.toISOString()}`, 'set the clock')
    }
  }
  return ok(name, now.toISOString())
}

/** Whether the database can be used and flushes every commit. */
export async function checkDatabase({ database, dataDir }: Config): Promise<Finding> {
  return database.kind === 'sqlite' ? checkSqlite(dataDir) : checkPostgres(database)
}

async function checkPostgres(database: Config['database']): Promise<Finding> {
  const name = 'PostgreSQL'
  try {
    const connection = await connect(database)
    await connection.close()
    return ok(name, 'it answers, and flushes every commit')
  } catch (error) {
    return fail(name, reasonOf(error), 'see that FORMSLOT_DATABASE_URL is right and that its server runs')
  }
}

/** The version of SQLite, and that a scratch database beside the real one flushes every commit. */
async function checkSqlite(dataDir: string): Promise<Finding> {
  const name = 'SQLite'
  let folder: string | null = null
  try {
    folder = mkdtempSync(path.join(nearestFolder(dataDir), 'doctor-'))
    const connection = connectSqlite(path.join(folder, 'scratch.db'))
    await connection.close()
    return ok(name, `${process.versions.sqlite}, write-ahead log, every commit is flushed`)
  } catch (error) {
    return fail(name, reasonOf(error), `use a Node whose SQLite is at least ${SQLITE_FLOOR}, on a local disk`)
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true })
  }
}

/** The secret: there, and readable by its user alone. */
export function checkSecret(config: Config): Finding {
  const name = 'secret'
  if (config.secret !== null) return ok(name, 'given by FORMSLOT_SECRET')
  const file = path.join(config.dataDir, SECRET_NAME)
  if (!existsSync(file)) {
    return config.database.kind === 'sqlite' && existsSync(config.database.file)
      ? fail(name, `${file} is missing, but there is a database`, 'put the file back from the backup')
      : warn(name, `${file} does not exist yet`, 'start the service once: it makes the file')
  }
  if ((statSync(file).mode & FOREIGN_MODE_BITS) !== 0) {
    return fail(name, `${file} can be read by others`, `chmod 600 ${file}`)
  }
  return ok(name, `${file}, for its user alone`)
}

/** Whether all emails wait because the mail server refuses this service. */
export async function checkPause(config: Config): Promise<Finding[]> {
  const { database } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) return []
  let connection: Connection | null = null
  try {
    connection = await connect(database)
    const pause = await findPause(connection.reads, 'email')
    if (!pause) return [ok('emails', 'they flow')]
    const says = `all wait since ${pause.since.toISOString()}: ${pause.reason}`
    return [fail('emails', says, 'mend what the mail server says; one email probes every five minutes')]
  } catch (error) {
    return [warn('emails', reasonOf(error), 'start the service once: it brings the database up to date')]
  } finally {
    await connection?.close()
  }
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder))
}
