import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Contended } from '../../../src/store/engine/connection.ts'
import { migrate } from '../../../src/store/engine/migrate.ts'
import { createSequence, MAX_KEY_AGE_MS } from '../../../src/store/engine/sequence.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, places } = storePlaces()

for (const name of names) {
  describe(`keys of rows on ${name}`, () => {
    test('a node that paused after reserving keys uses new ones', async () => {
      const at = await places[name]()
      const connection = await at.connect()
      await migrate(connection, { now: NOW, hmacSecret: 'the secret' })
      let elapsed = 0
      const keys = createSequence(connection, () => elapsed)
      const useAfter = async (heldUpMs: number) => {
        const nextKey = await keys.take(1, NOW)
        elapsed += heldUpMs
        return connection.transaction(async () => nextKey())
      }
      await useAfter(MAX_KEY_AGE_MS - 1)
      await assert.rejects(useAfter(1), Contended, 'they were reserved a minute ago')

      const meanwhile = (await createSequence(connection, () => elapsed).take(1, NOW))()
      assert.ok((await useAfter(0)) > meanwhile, 'what it uses now was reserved now')
      await connection.close()
      await at.close()
    })
  })
}
