import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { connectPostgres } from '../../../src/store/dialects/postgres/connect.ts'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import type { Connection } from '../../../src/store/engine/connection.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { type AnyPostgres, anyPostgres } from '../postgres/postgres.ts'
import { copyTemplateFile } from './sqlite-template.ts'

/** When every store of a test begins. */
export const NOW = new Date('2026-11-10T09:00:00.000Z')
/** Limits that no test reaches on a busy machine. */
export const PATIENT = { connectMs: 120_000, statementMs: 120_000, lockMs: 60_000 }

export type PlaceName = 'SQLite' | 'PostgreSQL'
export type Place = { connect(): Promise<Connection>; close(): Promise<void> }

/** Both databases, for tests that need both in every run. */
const BOTH: readonly PlaceName[] = ['SQLite', 'PostgreSQL']
/** A run may ask for one of the two: `TEST_STORES=SQLite`. */
export const STORES_OF_RUN = BOTH.filter((name) => name === (process.env.TEST_STORES ?? name))

/**
 * Provides both databases, real and fresh for each test. A test file calls it once.
 *
 * @param names the databases that tests are repeated on
 */
export function storePlaces(names: readonly PlaceName[] = STORES_OF_RUN) {
  let started: Promise<AnyPostgres> | null = null
  const postgres = () => {
    started ??= anyPostgres()
    return started
  }
  after(async () => (await started)?.[Symbol.asyncDispose]())

  /** `connect` may be called again on one place for a second node, or for a restart. */
  const places: Record<PlaceName, () => Promise<Place & { url: string }>> = {
    SQLite: async () => {
      const place = placeWithoutFile()
      await copyTemplateFile(place.file)
      return place
    },
    PostgreSQL: async () => {
      const url = await (await postgres()).createMigrated()
      return {
        url,
        connect: () => connectPostgres(url, PATIENT),
        close: async () => (await postgres()).dropDatabase(url),
      }
    },
  }

  function placeWithoutFile(): Place & { file: string; url: string } {
    const folder = mkdtempSync(path.join(tmpdir(), 'formslot-store-'))
    const file = path.join(folder, 'formslot.db')
    return {
      file,
      url: `file:${file}`,
      connect: async () => connectSqlite(file),
      close: async () => rmSync(folder, { recursive: true }),
    }
  }

  async function openPlace(place: Place): Promise<Store> {
    let lease = 0
    return openStore({
      connection: await place.connect(),
      now: NOW,
      hmacSecret: 'the secret',
      minFreeBytes: 0,
      newLease: () => `lease ${++lease} of ${Math.random()}`,
      onBroken: (error) => assert.fail(error),
      onFault: (error) => {
        throw error
      },
      // `reading-thread.test.ts` shows that the thread reads the same.
      readInThisThread: true,
      failpoint: () => {},
    })
  }

  /** Runs `work` with stores of `nodes` nodes on one fresh database. */
  async function withStores(
    name: PlaceName,
    nodes: number,
    work: (...stores: [Store, ...Store[]]) => Promise<void>,
  ): Promise<void> {
    const at = await places[name]()
    const first = await openPlace(at)
    const others: Store[] = []
    try {
      for (let node = 1; node < nodes; node++) others.push(await openPlace(at))
      await work(first, ...others)
    } finally {
      for (const store of [first, ...others]) await store.close()
      await at.close()
    }
  }

  return {
    names,
    places,
    openPlace,
    withStores,
    /** A place on SQLite that has no database yet. */
    placeWithoutFile,
    /** A fresh database of the PostgreSQL server. */
    createDatabase: async () => (await postgres()).createDatabase(),
  }
}
