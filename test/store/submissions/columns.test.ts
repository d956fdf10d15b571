import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { SUBMISSION_COLUMNS, type SubmissionRow } from '../../../src/domain/submissions/columns.ts'
import { claimedBy, receive } from '../../support/stores/owned-inbox.ts'
import { NOW, type PlaceName, storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace } = storePlaces()
const COLUMNS = Object.entries(SUBMISSION_COLUMNS)

/** The columns of the table, by name: their type, and `?` for those that may be null. */
const ASK: Record<PlaceName, string> = {
  SQLite: `select name, type || case when "notnull" or pk then '' else '?' end as type from pragma_table_info('submissions')`,
  PostgreSQL: `select attname as name, format_type(atttypid, null) || case when attnotnull then '' else '?' end as type
               from pg_attribute where attrelid = 'submissions'::regclass and attnum > 0`,
}
const SQL_TYPES: Record<PlaceName, Record<string, string>> = {
  SQLite: { integer: 'INTEGER', text: 'TEXT', folder: 'TEXT', mark: 'smallint' },
  PostgreSQL: { integer: 'bigint', text: 'text', folder: 'text', mark: 'smallint' },
}
const FILLED = { integer: NOW.getTime(), text: 'filled', folder: 'archive', mark: 1 } as const

for (const place of names) {
  describe(`the columns of a submission on ${place}`, () => {
    test('are those that are declared', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      const connection = await at.connect()
      const { rows } = await sql.raw<{ name: string; type: string }>(ASK[place]).execute(connection.reads)
      const declared = COLUMNS.map(([name, { type }]) => [
        name,
        type.replace(/\w+/, (word) => SQL_TYPES[place][word] ?? word),
      ])
      assert.deepEqual(
        Object.fromEntries(rows.map(({ name, type }) => [name, type])),
        Object.fromEntries(declared),
      )
      await store.close()
      await connection.close()
      await at.close()
    })

    test('are emptied by a withdrawal, or kept, as they are declared', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      const key = await receive(store, (await claimedBy(store, 'ada')).id)
      const connection = await at.connect()
      const read = () =>
        connection.reads
          .selectFrom('submissions')
          .selectAll()
          .where('key', '=', key)
          .executeTakeFirstOrThrow()
      const optional = COLUMNS.filter(([name, { type }]) => type.endsWith('?') && name !== 'withdrawn_at')
      const filled = optional.map(([name, { type }]) => [
        name,
        FILLED[type.slice(0, -1) as keyof typeof FILLED],
      ])
      await connection.transaction(({ db }) =>
        db.updateTable('submissions').set(Object.fromEntries(filled)).where('key', '=', key).execute(),
      )
      const before: SubmissionRow = await read()
      assert.ok(optional.every(([name]) => before[name as keyof SubmissionRow] !== null))
      assert.equal(await store.receipts.withdraw({ submissionKey: key, now: NOW }), 'withdrawn')
      const left = COLUMNS.map(([name, { type, withdrawal }]) => {
        if (withdrawal === 'keeps') return [name, before[name as keyof SubmissionRow]]
        return [name, type.endsWith('?') ? null : '[]']
      })
      assert.deepEqual({ ...(await read()) }, { ...Object.fromEntries(left), withdrawn_at: NOW.getTime() })
      await store.close()
      await connection.close()
      await at.close()
    })
  })
}
