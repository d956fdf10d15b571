import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { migrationsBefore, testUpgrade } from '../../support/stores/upgraded.ts'

const INDEXED = 1000
const NEW = 2000
const ENDPOINT = 2

testUpgrade(
  'submissions of an earlier version stay in their folders, indexed or not, and follow their rows',
  {
    migrations: migrationsBefore(25),
    async fill(db, dialect) {
      for (const key of [INDEXED, NEW]) {
        await sql`insert into submissions (key, endpoint_key, received_at, fields)
        values (${key}, ${ENDPOINT}, 0, '[["a","b"]]')`.execute(db)
      }
      if (dialect === 'postgres') return
      await sql`insert into submission_index (endpoint_key, folder, unread, key)
      values (${ENDPOINT}, 'inbox', 1, ${INDEXED})`.execute(db)
      await sql`update submission_index_progress set indexed_up_to = ${INDEXED}`.execute(db)
    },
    async check(connection) {
      const list = async () => {
        const rows = connection.reads
          .selectFrom('submissions_by_endpoint')
          .select(['key', 'folder', 'unread'])
        return (await rows.orderBy('key').execute()).map((row) => Object.values(row).join(' '))
      }
      assert.deepEqual(await list(), [`${INDEXED} inbox 1`, `${NEW} inbox 1`])
      await connection.transaction(async ({ db }) => {
        await connection.indexSubmissions(db)
        await db.updateTable('submissions').set({ moved_to: 'archive', read_at: 1 }).execute()
      })
      assert.deepEqual(await list(), [`${INDEXED} archive 0`, `${NEW} archive 0`])
      await connection.transaction(({ db }) => db.deleteFrom('submissions').execute())
      assert.deepEqual(await list(), [])
    },
  },
)
