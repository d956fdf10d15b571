import type { Kysely } from 'kysely'
import { connect } from '../dialects/connect.ts'
import { connectReading } from '../dialects/sqlite/connect-reading.ts'
import type { Schema } from '../engine/schema.ts'

/** A file as its row describes it. */
export type NamedFile = { place: string; bytes: number; sha256: string }

/**
 * Files that the rows of a database name, for commands that run beside the service: nothing is written or migrated. Files in
 * which malware was found are left out, since nobody can fetch them and their bytes are deleted within days.
 */
export type FileList = AsyncDisposable & {
  /** Returns the number of the files and their bytes. */
  count(): Promise<{ files: number; bytes: number }>
  /** Reads all of them in ascending order of their places. */
  all(): AsyncGenerator<NamedFile>
  /** Returns true while a row names this place. */
  isNamed(place: string): Promise<boolean>
}

const BATCH_SIZE = 1000

/** Opens the list. @throws StoreUnavailable, DatabaseUnusable */
export async function openFileList(
  database: { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string },
): Promise<FileList> {
  if (database.kind === 'sqlite') {
    const { reads } = connectReading(database.file)
    return listRows(reads, () => reads.destroy())
  }
  const connection = await connect(database)
  return listRows(connection.reads, connection.close)
}

function listRows(reads: Kysely<Schema>, close: () => Promise<void>): FileList {
  const clean = () => reads.selectFrom('files').where('scan', '<>', 'found')
  return {
    async count() {
      const row = await clean()
        .select((select) => [
          select.fn.countAll<number>().as('files'),
          select.fn.sum<number | null>('bytes').as('bytes'),
        ])
        .executeTakeFirst()
      return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) }
    },
    async *all() {
      for (let after = ''; ; ) {
        const rows = await clean()
          .select(['place', 'bytes', 'sha256'])
          .where('place', '>', after)
          .orderBy('place')
          .limit(BATCH_SIZE)
          .execute()
        yield* rows
        const last = rows.at(-1)
        if (!last || rows.length < BATCH_SIZE) return
        after = last.place
      }
    },
    async isNamed(place) {
      const row = await clean().select('key').where('place', '=', place).executeTakeFirst()
      return row !== undefined
    },
    [Symbol.asyncDispose]: close,
  }
}
