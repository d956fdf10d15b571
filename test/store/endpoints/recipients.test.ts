import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { connectPostgres } from '../../../src/store/dialects/postgres/connect.ts'
import { aboutPostgres } from '../../support/postgres/test-database.ts'
import { NOW, PATIENT, storePlaces } from '../../support/stores/stores.ts'

const ID = 'f_0000000000000001'

const { createDatabase, openPlace } = storePlaces()

test('finds the forms of an address in capital letters where PostgreSQL follows the rules of Turkish', {
  skip: aboutPostgres,
}, async () => {
  const store = await openPlace({ connect, close: async () => {} })
  await store.create({
    addressKey: 'address',
    newest: 1,
    mailboxKey: 'ines',
    now: NOW,
    idempotencyKey: null,
    decide: () => ({
      answer: null,
      endpoint: newEndpoint({ id: ID, recipient: 'INES.IVES@lovelace.dev', now: NOW }),
    }),
  })
  const ines = { mailboxKey: 'ines', recipient: 'ines.ives@lovelace.dev' }
  const unclaimed = await store.owned.listUnclaimed({ ...ines, kind: 'form', limit: 1 })
  const others = await store.listOfRecipient(ines)
  assert.deepEqual(
    [unclaimed, others].map((list) => list.map(({ id }) => id)),
    [[ID], [ID]],
  )
  await store.close()
})

async function connect() {
  const url = await createDatabase()
  const name = new URL(url).pathname.slice(1)
  const client = new Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href })
  await client.connect()
  await client.query(`drop database ${name}`)
  await client.query(
    `create database ${name} template template0 encoding utf8 locale_provider icu icu_locale 'tr'`,
  )
  await client.end()
  return connectPostgres(url, PATIENT)
}
