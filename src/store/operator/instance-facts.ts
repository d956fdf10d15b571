import type { Kysely } from 'kysely'
import type { StorageDay } from '../../domain/operator/storage.ts'
import { toDate } from '../../domain/time.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Connection } from '../engine/connection.ts'
import type { Schema } from '../engine/schema.ts'
import type { QueueWrite } from '../engine/write-queue.ts'

/** A process that serves this instance. `name`: its host and port. */
export type Node = { name: string; version: string; startedAt: Date; seenAt: Date }

/** Facts about the instance itself: its nodes, its size day by day, its last backup. */
export type InstanceFactStore = ReturnType<typeof createInstanceFactStore>

export function createInstanceFactStore(parts: { connection: Connection; write: QueueWrite }) {
  const { connection, write } = parts
  return {
    ...bindReads(connection.reads, { listNodes, listStorageDays, findBackup }),
    ...bindWrites(write, { recordNode, forgetNodes, forgetStorageDays }),
    /** Records the size of the database and of the files of visitors as those of this day. */
    async recordStorage(day: number): Promise<void> {
      const sizes = {
        database_bytes: await connection.measureSize(),
        file_bytes: await sumFiles(connection.reads),
      }
      await write(({ db }) =>
        db
          .insertInto('storage_days')
          .values({ day, ...sizes })
          .onConflict((conflict) => conflict.column('day').doUpdateSet(sizes))
          .execute(),
      )
    },
    /** Returns the size of the database in bytes. */
    measureDatabase: () => connection.measureSize(),
    /** Returns the free bytes on the disk of the database; null on PostgreSQL. */
    measureFree(): number | null {
      const free = connection.freeBytes()
      return Number.isFinite(free) ? free : null
    },
    dialect: connection.dialect,
  }
}

async function sumFiles(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select((select) => select.fn.sum<number | string | null>('stored_bytes').as('bytes'))
    .executeTakeFirst()
  // PostgreSQL returns sums as text.
  return Number(row?.bytes ?? 0)
}

/** Records that a node runs. */
async function recordNode(db: Kysely<Schema>, { name, version, startedAt, seenAt }: Node): Promise<void> {
  const row = { version, started_at: startedAt.getTime(), seen_at: seenAt.getTime() }
  await db
    .insertInto('nodes')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** Lists the nodes that were seen since then, by name. */
async function listNodes(db: Kysely<Schema>, since: Date): Promise<Node[]> {
  const rows = await db
    .selectFrom('nodes')
    .selectAll()
    .where('seen_at', '>=', since.getTime())
    .orderBy('name')
    .execute()
  return rows.map(({ name, version, started_at, seen_at }) => ({
    ...{ name, version },
    startedAt: new Date(started_at),
    seenAt: new Date(seen_at),
  }))
}

/** Deletes the nodes that were last seen before then. */
async function forgetNodes(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom('nodes').where('seen_at', '<', before.getTime()).execute()
}

/** Lists the sizes since this day, oldest first. */
async function listStorageDays(db: Kysely<Schema>, firstDay: number): Promise<StorageDay[]> {
  const rows = await db
    .selectFrom('storage_days')
    .selectAll()
    .where('day', '>=', firstDay)
    .orderBy('day')
    .execute()
  return rows.map(({ day, database_bytes, file_bytes }) => ({
    ...{ day, databaseBytes: database_bytes, fileBytes: file_bytes },
  }))
}

/** Deletes the sizes of earlier days. */
async function forgetStorageDays(db: Kysely<Schema>, firstDay: number): Promise<void> {
  await db.deleteFrom('storage_days').where('day', '<', firstDay).execute()
}

/** Returns the time of the last backup by `formslot-server backup`; null when there is none. */
async function findBackup(db: Kysely<Schema>): Promise<Date | null> {
  const row = await db.selectFrom('instance').select('backed_up_at').executeTakeFirst()
  return toDate(row?.backed_up_at ?? null)
}
