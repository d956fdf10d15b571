import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { formatBytes } from '../domain/language.ts'
import { DAY, SECOND } from '../domain/time.ts'
import { MAX_SKEW_MS } from '../runtime/node-clock.ts'
import { FOREIGN_MODE_BITS, SECRET_NAME } from '../runtime/secret.ts'
import { connect } from '../store/dialects/connect.ts'
import { connectSqlite, SQLITE_FLOOR } from '../store/dialects/sqlite/connect.ts'
import { type Connection, DatabaseUnusable, NotDurable } from '../store/engine/connection.ts'
import { expectKnownVersion, readVersion } from '../store/engine/migrate.ts'
import { findPause } from '../store/outbox/outbox.ts'
import { type Finding, fail, getErrorMessage, ok, warn } from './finding.ts'

const MEBIBYTE = 1024 * 1024
/** This program did not exist before this date, so an earlier clock is wrong. */
const EARLIEST = new Date('2026-11-01T00:00:00Z')

/** Checks that files can be written and flushed in the data directory. */
export function checkDataDirectory({ dataDir }: Config): Finding {
  const name = 'data directory'
  if (!existsSync(dataDir)) {
    return warn(name, `${dataDir} does not exist yet`, 'start the service once; it creates the directory')
  }
  const probe = path.join(dataDir, `doctor-${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(probe, 'doctor', { flush: true, mode: 0o600 })
    rmSync(probe)
    return ok(name, `${dataDir} is writable and can be flushed`)
  } catch (error) {
    return fail(
      name,
      getErrorMessage(error),
      `make ${dataDir} a directory that the user of the service can write to`,
    )
  }
}

/** Checks the free space against FORMSLOT_MIN_FREE_MB. */
export function checkDisk(config: Config): Finding {
  const name = 'disk'
  const { database, dataDir } = config
  const disk = statfsSync(nearestFolder(database.kind === 'sqlite' ? path.dirname(database.file) : dataDir))
  const free = disk.bavail * disk.bsize
  const message = `${formatBytes('en', free)} free, FORMSLOT_MIN_FREE_MB is ${config.minFreeBytes / MEBIBYTE}`
  if (free < config.minFreeBytes) {
    return database.kind === 'sqlite'
      ? fail(name, message, 'free up space; until then new data is refused with 503')
      : warn(name, message, 'free up space for the embedded mailbox, and check the disk of PostgreSQL')
  }
  if (free < 5 * config.minFreeBytes)
    return warn(name, message, 'free up space soon, or lower FORMSLOT_MIN_FREE_MB')
  return ok(name, message)
}

/** Checks the clock against the age of this program and of the database file. */
export function checkClock(config: Config, now: Date): Finding {
  const name = 'clock'
  if (now < EARLIEST)
    return fail(name, `the clock shows ${now.toISOString()}`, 'set the clock, and keep it correct with NTP')
  const { database } = config
  if (database.kind === 'sqlite' && existsSync(database.file)) {
    const written = statSync(database.file).mtime
    if (written.getTime() - now.getTime() > DAY) {
      return fail(
        name,
        `the newest data in the database is dated in the future: ${written.toISOString()}`,
        'correct the clock',
      )
    }
  }
  return ok(name, now.toISOString())
}

/** Checks that the database answers and flushes every commit, and that its clock agrees with that of this machine. */
export async function checkDatabase({ database, dataDir }: Config, now: Date): Promise<Finding[]> {
  return database.kind === 'sqlite' ? [await checkSqlite(dataDir)] : checkPostgres(database, now)
}

async function checkPostgres(database: Config['database'], now: Date): Promise<Finding[]> {
  const name = 'PostgreSQL'
  const startedAt = performance.now()
  let aheadMs = 0
  try {
    const connection = await connect(database, {
      onClock({ receivedAt, at }) {
        aheadMs = now.getTime() + (receivedAt - startedAt) - at
      },
    })
    await connection.close()
    return [ok(name, 'answers and flushes every commit'), compareClocks(aheadMs)]
  } catch (error) {
    const fix =
      error instanceof NotDurable ? error.fix : 'check FORMSLOT_DATABASE_URL, and that its server is running'
    return [fail(name, getErrorMessage(error), fix)]
  }
}

function compareClocks(aheadMs: number): Finding {
  const name = 'database clock'
  const seconds = Math.round(Math.abs(aheadMs) / SECOND)
  if (Math.abs(aheadMs) <= MAX_SKEW_MS) return ok(name, 'agrees with the clock of this machine')
  return warn(
    name,
    `the clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of PostgreSQL`,
    'keep both correct with NTP; the service uses the clock of PostgreSQL, its log that of this machine',
  )
}

/** Checks the version of SQLite, and that a scratch database on the same disk has a write-ahead log and can be flushed. */
async function checkSqlite(dataDir: string): Promise<Finding> {
  const name = 'SQLite'
  let folder: string | null = null
  try {
    folder = mkdtempSync(path.join(nearestFolder(dataDir), 'doctor-'))
    const connection = connectSqlite(path.join(folder, 'scratch.db'))
    await connection.transaction(async () => {})
    await connection.close()
    return ok(name, `${process.versions.sqlite}, write-ahead log, flushed`)
  } catch (error) {
    return fail(
      name,
      getErrorMessage(error),
      `use a Node with SQLite ${SQLITE_FLOOR} or newer, and a local disk`,
    )
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true })
  }
}

/** Checks that the secret exists and that only its user can read it. */
export function checkSecret(config: Config): Finding {
  const name = 'secret'
  if (config.secret !== null) return ok(name, 'set by FORMSLOT_SECRET')
  const file = path.join(config.dataDir, SECRET_NAME)
  if (!existsSync(file)) {
    return config.database.kind === 'sqlite' && existsSync(config.database.file)
      ? fail(name, `${file} is missing, but a database exists`, 'restore the file from a backup')
      : warn(name, `${file} does not exist yet`, 'start the service once; it creates the file')
  }
  if ((statSync(file).mode & FOREIGN_MODE_BITS) !== 0) {
    return fail(name, `other users can read ${file}`, `run: chmod 600 ${file}`)
  }
  return ok(name, `${file}, readable only by its user`)
}

/** Reports which secret signs links, and warns of settings that are left over from a finished rotation. */
export function checkLinkSecrets({ linkSecret, oldLinkSecret }: Config, now: Date): Finding {
  const name = 'links'
  if (oldLinkSecret && oldLinkSecret.until <= now) {
    return warn(
      name,
      `signed with FORMSLOT_LINK_SECRET; links of the old secret have been refused since ${oldLinkSecret.until.toISOString()}`,
      'once all nodes run with it, and no secret is sealed with the old one any more ("sealed secrets"), remove FORMSLOT_OLD_LINK_SECRET and FORMSLOT_OLD_LINK_SECRET_UNTIL',
    )
  }
  if (oldLinkSecret) {
    return ok(
      name,
      `signed with FORMSLOT_LINK_SECRET; links of the old secret work until ${oldLinkSecret.until.toISOString()}`,
    )
  }
  return ok(name, `signed with ${linkSecret === null ? 'the secret' : 'FORMSLOT_LINK_SECRET'}`)
}

/** Checks that emails are not paused because the mail server refuses this service. */
export async function checkPause(config: Config): Promise<Finding[]> {
  const { database } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) return []
  let connection: Connection | null = null
  try {
    connection = await connect(database)
    expectKnownVersion(await readVersion(connection.reads))
    const pause = await findPause(connection.reads, 'email')
    if (!pause) return [ok('emails', 'not paused')]
    const message = `delayed since ${pause.since.toISOString()}: ${pause.reason}`
    return [
      fail(
        'emails',
        message,
        'fix the problem that the mail server reports; it is tried again every five minutes',
      ),
    ]
  } catch (error) {
    if (error instanceof DatabaseUnusable) {
      return [fail('database', getErrorMessage(error), 'use a database that this version can open')]
    }
    return [warn('emails', getErrorMessage(error), 'start the service once; it updates the database')]
  } finally {
    await connection?.close()
  }
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder))
}
