import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_UNRECORDED_MINUTES } from '../../../src/domain/maintenance/status.ts'
import { storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()
const DAY = 20_000
const MIDNIGHT = DAY * 1440

for (const name of names) {
  describe(name, () => {
    test('counts each minute once, whatever number of nodes record it', async () => {
      await withStores(name, 2, async (one, two) => {
        for (let minute = MIDNIGHT; minute < MIDNIGHT + 5; minute += 1) {
          const both = [one, two].map((node) =>
            node?.statusDays.record({ facts: ['accepting', 'emails'], minute }),
          )
          await Promise.all(both)
        }
        // The clock went back.
        await one.statusDays.record({ facts: ['accepting'], minute: MIDNIGHT + 2 })
        const common = { day: DAY, minutes: 5, firstMinute: MIDNIGHT, lastMinute: MIDNIGHT + 4 }
        const records = (await one.statusDays.list(DAY))?.toSorted((a, b) => (a.fact < b.fact ? -1 : 1))
        assert.deepEqual(records, [
          { ...common, fact: 'accepting', sinceMinute: MIDNIGHT },
          { ...common, fact: 'emails', sinceMinute: MIDNIGHT },
        ])
      })
    })

    test('a run goes on over midnight and a restart, and begins again after an interruption', async () => {
      await withStores(name, 1, async (store) => {
        const record = async (minute: number) => {
          await store.statusDays.record({ facts: ['accepting'], minute })
          return (await store.statusDays.list(DAY - 1))?.at(-1)?.sinceMinute
        }
        assert.equal(await record(MIDNIGHT - 1), MIDNIGHT - 1)
        assert.equal(await record(MIDNIGHT), MIDNIGHT - 1)
        const afterRestart = MIDNIGHT + MAX_UNRECORDED_MINUTES + 1
        assert.equal(await record(afterRestart), MIDNIGHT - 1)
        const later = afterRestart + MAX_UNRECORDED_MINUTES + 2
        assert.equal(await record(later), later)
      })
    })

    test('purges earlier days alone', async () => {
      await withStores(name, 1, async (store) => {
        for (const day of [DAY - 1, DAY])
          await store.statusDays.record({ facts: ['emails'], minute: day * 1440 })
        await store.statusDays.purge(DAY)
        assert.deepEqual(
          (await store.statusDays.list(0))?.map(({ day }) => day),
          [DAY],
        )
      })
    })
  })
}
