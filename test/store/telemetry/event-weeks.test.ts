import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { DAY, later } from '../../../src/domain/time.ts'
import type { Connection } from '../../../src/store/engine/connection.ts'
import { migrate } from '../../../src/store/engine/migrate.ts'
import { keyAt } from '../../../src/store/engine/sequence.ts'
import type { Store } from '../../../src/store/store.ts'
import { claimedBy, createFilter, receive } from '../../support/stores/owned-inbox.ts'
import { createTelemetry, event, eventsIn, send } from '../../support/stores/stored-events.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace, withStores } = storePlaces()
/** Weeks of keys begin on Thursdays: the one that `NOW` is in ends here. */
const THURSDAY = new Date('2026-11-12T00:00:00.000Z')
const BEFORE = later(NOW, -30 * DAY)
const RETENTION = { unclaimed: { submissions: 30, telemetry: 7 }, plans: {} }

for (const place of names) {
  describe(`events by the week, ${place}`, () => {
    // SQLite has no partitions: there everything is deleted in batches.
    const dropped = place === 'PostgreSQL' ? 0 : 1

    test('drops a week of events once it is beyond the retention of every plan, and keeps its submissions', () =>
      withStores(place, 1, async (store) => {
        const telemetry = await createTelemetry(store)
        const { id, accountKey } = await claimedBy(store, 'ada@lovelace.dev')
        await send(store, telemetry, [event('a')])
        await receive(store, id)
        const left = async () => [
          (await eventsIn(store, telemetry)).length,
          (await getSubmissions(store, accountKey)).length,
        ]
        const now = later(THURSDAY, 30 * DAY)
        await store.maintenance.maintain({
          now,
          oldestRetained: { submissions: BEFORE, telemetry: later(THURSDAY, -1) },
        })
        assert.deepEqual(await left(), [1, 1])
        await store.maintenance.maintain({
          now,
          oldestRetained: { submissions: BEFORE, telemetry: THURSDAY },
        })
        assert.deepEqual(await left(), [dropped, 1])
      }))

    test('drops a week of submissions and keeps events with a longer retention', () =>
      withStores(place, 1, async (store) => {
        const telemetry = await createTelemetry(store)
        const { id, accountKey } = await claimedBy(store, 'ada@lovelace.dev')
        await send(store, telemetry, [event('a')])
        await receive(store, id)
        const now = later(THURSDAY, 60 * DAY)
        await store.maintenance.maintain({
          now,
          oldestRetained: { submissions: THURSDAY, telemetry: BEFORE },
        })
        assert.equal((await eventsIn(store, telemetry)).length, 1)
        assert.equal((await getSubmissions(store, accountKey)).length, dropped)
      }))

    test('deletes events of a week without a partition in batches, and creates none for it', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      const connection = await at.connect()
      const telemetry = await createTelemetry(store)
      // Later than weeks are made ahead.
      const then = later(NOW, 28 * DAY)
      await send(store, telemetry, [event('a')], then)
      await store.maintenance.maintain({
        now: then,
        oldestRetained: { submissions: BEFORE, telemetry: BEFORE },
      })
      if (place === 'PostgreSQL') assert.deepEqual(await getWeeks(connection), ['event_batches_rest'])
      const purge = (now: Date) => store.telemetry.purge({ now, after: 0, limit: 10, retention: RETENTION })
      assert.equal((await purge(later(then, 7 * DAY - 1))).deleted, 0)
      assert.equal((await purge(later(then, 7 * DAY))).deleted, 1)
      assert.deepEqual(await eventsIn(store, telemetry), [])
      await connection.close()
      await store.close()
      await at.close()
    })
  })
}

test('creates the first weekly partitions with a clock that was never set, on PostgreSQL', async () => {
  const at = await places.PostgreSQL()
  const connection = await at.connect()
  const now = new Date(0)
  await migrate(connection, { now, hmacSecret: 'the secret' })
  const batch = { key: keyAt(now), endpoint_key: 1, received_at: 0, events: '[]' }
  await connection.transaction(({ db }) => db.insertInto('event_batches').values(batch).execute())
  assert.deepEqual(await getWeeks(connection), ['event_batches_2026-01-01'])
  await connection.close()
  await at.close()
})

async function getSubmissions(store: Store, accountKey: number) {
  const filter = createFilter(accountKey)
  return (await store.inbox.listSubmissions({ ...filter, limit: 9, olderThan: null })).submissions
}

/** Returns the partition of each batch. */
async function getWeeks({ reads }: Connection): Promise<string[]> {
  const { rows } = await sql<{ week: string }>`
    select relname as week from event_batches join pg_class on pg_class.oid = event_batches.tableoid
    order by relname`.execute(reads)
  return rows.map((row) => row.week)
}
