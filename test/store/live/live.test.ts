import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import type { Database } from '../../../src/config/database.ts'
import { type EndpointFacts, newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { NO_SETTINGS } from '../../../src/domain/endpoints/settings.ts'
import { countByHour, stringifyEvents } from '../../../src/domain/telemetry/event.ts'
import type { Consequence } from '../../../src/store/contract/changes.ts'
import type { Settlement } from '../../../src/store/contract/outbox-store.ts'
import { connect } from '../../../src/store/dialects/connect.ts'
import type { LiveEvent } from '../../../src/store/live/notifications.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { startPostgresProxy } from '../../support/postgres/proxy.ts'
import { aboutPostgres } from '../../support/postgres/test-database.ts'
import { until } from '../../support/service/until.ts'
import { beginEmail } from '../../support/stores/email-attempts.ts'
import { storeEndpoint } from '../../support/stores/stored-endpoint.ts'
import { type PlaceName, STORES_OF_RUN } from '../../support/stores/stores.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
let postgres: Awaited<ReturnType<typeof anyPostgres>>
let ids = 0

before(async () => {
  if (!aboutPostgres) postgres = await anyPostgres()
})
after(() => (aboutPostgres ? undefined : postgres[Symbol.asyncDispose]()))

type Node = AsyncDisposable & {
  store: Store
  /** Faults that were reported to the operator. */
  unavailable: string[]
  /** The account of a mailbox that owns something. */
  getAccount(mailbox: string): Promise<number>
}

async function openNode(
  database: Database,
  options: { listenUrl?: string; failpoint?(point: string): void } = {},
): Promise<Node> {
  const unavailable: string[] = []
  const connection = await connect(database, {
    listening: {
      url: options.listenUrl ?? null,
      onUnavailable: (reason) => unavailable.push(String(reason)),
    },
  })
  const store = await openStore({
    connection,
    now: NOW,
    hmacSecret: 'the secret',
    minFreeBytes: 0,
    newLease: () => `node-${Math.random()}`,
    onBroken: (error) => assert.fail(error),
    onFault: (error) => {
      throw error
    },
    failpoint: options.failpoint ?? (() => {}),
  })
  return {
    store,
    unavailable,
    async getAccount(mailbox) {
      const found = connection.reads.selectFrom('accounts').select('key').where('mailbox', '=', mailbox)
      return (await found.executeTakeFirstOrThrow()).key
    },
    [Symbol.asyncDispose]: () => store.close(),
  }
}

/** An endpoint that belongs to this mailbox. */
async function getEndpoint(store: Store, mailbox: string): Promise<string> {
  const id = await createIn(store, { mailbox })
  await change(store, id, (endpoint) => [
    { kind: 'endpoint', facts: { ...endpoint, claimedAt: NOW } },
    { kind: 'owner', mailbox, plan: 'free' },
  ])
  return id
}

async function createIn(store: Store, whose: { mailbox: string; accountKey?: number }): Promise<string> {
  const id = `f_${String(++ids).padStart(16, '0')}`
  const { mailbox, ...owner } = whose
  await store.create({
    addressKey: `address ${id}`,
    ...owner,
    newest: 1,
    mailboxKey: mailbox,
    now: NOW,
    idempotencyKey: null,
    decide: () => ({ answer: 'created', endpoint: newEndpoint({ id, recipient: mailbox, now: NOW }) }),
  })
  return id
}

async function change(
  store: Store,
  endpointId: string,
  consequences: (endpoint: EndpointFacts, newKey: () => number) => readonly Consequence[],
): Promise<void> {
  await store.change({
    endpointId,
    now: NOW,
    idempotencyKey: null,
    decide: ({ found, nextKey: newKey }) => ({
      answer: null,
      remember: false,
      consequences: found ? consequences(found.endpoint, newKey) : [],
    }),
  })
}

/** The key of the submission. */
async function submitTo(
  store: Store,
  endpointId: string,
  spamReasons: string[] | null = null,
): Promise<number> {
  let key = 0
  await change(store, endpointId, (facts, newKey) => {
    key = newKey()
    const counted = { ...facts, acceptedCount: facts.acceptedCount + 1 }
    const submission: Consequence = { kind: 'submission', key, text: '[["message","hello"]]', spamReasons }
    return spamReasons ? [submission] : [{ kind: 'endpoint', facts: counted }, submission]
  })
  return key
}

/** The key of the batch. */
async function sendEvent(store: Store, endpointId: string): Promise<number> {
  let key = 0
  const event = { name: 'signup', time: NOW, props: [], url: null, referrer: null, user: null, id: null }
  await change(store, endpointId, (_facts, newKey) => {
    key = newKey()
    return [
      {
        kind: 'events',
        key,
        text: stringifyEvents([event]),
        counts: countByHour([event]),
        ids: [],
        visitor: null,
      },
    ]
  })
  return key
}

/** Events that an owner subscribed to a node receives. */
function subscribeToAccount(node: Node, accountKey: number) {
  const events: LiveEvent[] = []
  const leave = node.store.live.subscribe({ kind: 'account', key: accountKey }, (event) => events.push(event))
  return {
    events,
    leave,
    keys: () => events.flatMap((event) => (event.kind === 'submission' ? event.submissionKeys : [])),
    changes: () => events.flatMap((event) => (event.kind === 'changed' ? [event.endpointId] : [])),
  }
}

const DATABASES: Record<PlaceName, () => Promise<{ database: Database; close(): void }>> = {
  SQLite: async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'formslot-live-'))
    const file = path.join(folder, 'formslot.db')
    return {
      database: { kind: 'sqlite', file },
      close: () => rmSync(folder, { recursive: true }),
    }
  },
  PostgreSQL: async () => ({
    database: { kind: 'postgres', url: await postgres.createDatabase() },
    close: () => {},
  }),
}

for (const name of STORES_OF_RUN) {
  const makeDatabase = DATABASES[name]
  describe(name, () => {
    test('notifies the owner of each submission in order, and no other account', async () => {
      const { database, close } = await makeDatabase()
      {
        await using node = await openNode(database)
        const endpoint = await getEndpoint(node.store, 'ada@lovelace.dev')
        await getEndpoint(node.store, 'bo@builds.dev')
        const ada = subscribeToAccount(node, await node.getAccount('ada@lovelace.dev'))
        const alsoAda = subscribeToAccount(node, await node.getAccount('ada@lovelace.dev'))
        const bo = subscribeToAccount(node, await node.getAccount('bo@builds.dev'))
        const keys: number[] = []
        for (let sent = 0; sent < 30; sent += 1) keys.push(await submitTo(node.store, endpoint))
        await until(() => ada.keys().length === keys.length && alsoAda.keys().length === keys.length)
        assert.deepEqual(ada.keys(), keys)
        assert.deepEqual(alsoAda.keys(), keys)
        for (const event of ada.events) {
          if (event.kind === 'submission') assert.equal(event.endpointId, endpoint)
        }
        assert.deepEqual(bo.keys(), [])
        assert.ok(!bo.changes().includes(endpoint))
      }
      close()
    })

    test('sends nothing after a subscription ended', async () => {
      const { database, close } = await makeDatabase()
      {
        await using node = await openNode(database)
        const endpoint = await getEndpoint(node.store, 'ada@lovelace.dev')
        const account = await node.getAccount('ada@lovelace.dev')
        const [left, stays] = [subscribeToAccount(node, account), subscribeToAccount(node, account)]
        left.leave()
        await submitTo(node.store, endpoint)
        await until(() => stays.keys().length === 1)
        assert.deepEqual(left.events, [])
      }
      close()
    })

    test('sends no notification for a rolled-back transaction', async () => {
      const { database, close } = await makeDatabase()
      {
        let fails = false
        const failpoint = (point: string) => {
          if (fails && point === 'before commit') throw new RangeError('the commit is made to fail')
        }
        await using node = await openNode(database, { failpoint })
        const endpoint = await getEndpoint(node.store, 'ada@lovelace.dev')
        const ada = subscribeToAccount(node, await node.getAccount('ada@lovelace.dev'))
        fails = true
        await assert.rejects(submitTo(node.store, endpoint), RangeError)
        fails = false
        const key = await submitTo(node.store, endpoint)
        await until(() => ada.keys().length > 0)
        assert.deepEqual(ada.keys(), [key])
      }
      close()
    })

    test('notifies the owner of claims, new settings, retirements and spam as changes', async () => {
      const { database, close } = await makeDatabase()
      {
        await using node = await openNode(database)
        const first = await getEndpoint(node.store, 'ada@lovelace.dev')
        const ada = subscribeToAccount(node, await node.getAccount('ada@lovelace.dev'))
        // null: the node has connected to the others meanwhile, after which anything may have changed.
        const told = (id: string) =>
          until(() => ada.changes().some((changed) => changed === id || changed === null))
        await told(await getEndpoint(node.store, 'ada@lovelace.dev'))
        const actions: ((endpoint: EndpointFacts) => Consequence)[] = [
          () => ({ kind: 'settings', settings: { ...NO_SETTINGS, name: 'Contact' } }),
          (facts) => ({ kind: 'endpoint', facts: { ...facts, retiredAt: NOW } }),
          () => ({ kind: 'purge' }),
        ]
        for (const action of actions) {
          ada.events.length = 0
          await change(node.store, first, (facts) => [action(facts)])
          await told(first)
        }
        ada.events.length = 0
        const key = await submitTo(node.store, first, ['honeypot'])
        await told(first)
        assert.deepEqual(ada.keys(), [])
        const mine = { accountKey: await node.getAccount('ada@lovelace.dev'), keys: [key] }
        for (const mark of [{ kind: 'read' }, { kind: 'folder', folder: 'archive' }] as const) {
          ada.events.length = 0
          await node.store.inbox.mark({ ...mine, mark, now: NOW, deliveriesFor: () => [] })
          await until(() => ada.changes().includes(null))
        }
        ada.events.length = 0
        await node.store.inbox.delete(mine)
        await until(() => ada.changes().includes(null))
        ada.events.length = 0
        await createIn(node.store, { mailbox: 'ada@lovelace.dev', accountKey: mine.accountKey })
        await until(() => ada.changes().includes(null))
      }
      close()
    })

    test('notifies the owner of a settled delivery, and not of a retry', async () => {
      const { database, close } = await makeDatabase()
      {
        await using node = await openNode(database)
        const endpoint = await getEndpoint(node.store, 'ada@lovelace.dev')
        await change(node.store, endpoint, (facts, newKey) => {
          const submissionKey = newKey()
          return [
            { kind: 'endpoint', facts },
            { kind: 'submission', key: submissionKey, text: '[]', spamReasons: null },
            {
              kind: 'delivery',
              delivery: 'submission',
              channel: 'email',
              target: 'ada@lovelace.dev',
              submissionKey,
              destination: null,
              ordinal: 0,
            },
          ]
        })
        const ada = subscribeToAccount(node, await node.getAccount('ada@lovelace.dev'))
        const settle = async (next: Settlement['next']) => {
          const { lease } = (await beginEmail(node.store, { now: NOW })) ?? assert.fail()
          const said = { lease, now: NOW, outcome: 'accepted', answer: '' } as const
          assert.deepEqual(await node.store.outbox.settle([{ ...said, next }]), [true])
        }
        await settle({ kind: 'again', dueAt: NOW })
        // After all earlier notifications.
        await submitTo(node.store, endpoint)
        await until(() => ada.keys().length > 0)
        assert.ok(!ada.changes().includes(endpoint))
        await settle({ kind: 'settled', outcome: 'sent' })
        await until(() => ada.changes().includes(endpoint))
      }
      close()
    })
  })
}

describe('two nodes on one PostgreSQL', { skip: aboutPostgres }, () => {
  test('notifies subscribers on the other node, also after its connection was lost', async () => {
    const url = await postgres.createDatabase()
    await using node = await openNode({ kind: 'postgres', url })
    await using other = await openNode({ kind: 'postgres', url })
    const endpoint = await getEndpoint(node.store, 'ada@lovelace.dev')
    const bosEndpoint = await getEndpoint(node.store, 'bo@builds.dev')
    const ada = subscribeToAccount(other, await node.getAccount('ada@lovelace.dev'))
    await listening(url, 2)
    const keys: number[] = []
    for (let sent = 0; sent < 3; sent += 1) {
      await submitTo(node.store, bosEndpoint)
      keys.push(await submitTo(node.store, endpoint))
    }
    await until(() => ada.keys().length === keys.length)
    assert.deepEqual(ada.keys(), keys)
    assert.ok(!ada.events.some((event) => event.kind !== 'access' && event.endpointId === bosEndpoint))

    await node.store.accounts.endSessions({
      accountKey: await node.getAccount('ada@lovelace.dev'),
      keys: 'kept',
      by: null,
      now: NOW,
    })
    await until(() => ada.events.some((event) => event.kind === 'access'))

    await using client = await connected(url)
    for (let time = 0; time < 2; time += 1) {
      ada.events.length = 0
      const ended = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'formslot listen' and datname = current_database()`,
      )
      assert.equal(ended.rowCount, 2)
      await until(() => ada.changes().includes(null))
      const key = await submitTo(node.store, endpoint)
      await until(() => ada.keys().includes(key))
    }
  })

  test('notifies followers of a telemetry endpoint on the other node, and of no other endpoint', async () => {
    const url = await postgres.createDatabase()
    await using node = await openNode({ kind: 'postgres', url })
    await using other = await openNode({ kind: 'postgres', url })
    const [here, elsewhere] = [
      await storeEndpoint(other.store, 'telemetry'),
      await storeEndpoint(other.store, 'telemetry'),
    ]
    const heard: number[] = []
    const leave = await node.store.telemetry.follow(here, (keys) => heard.push(...(keys ?? [])))
    await listening(url, 2)
    await sendEvent(other.store, elsewhere)
    const sent = await sendEvent(other.store, here)
    await until(() => heard.length > 0)
    leave()
    assert.deepEqual(heard, [sent])
    const [batch] = await node.store.telemetry.findBatches(heard)
    assert.equal(batch?.events[0]?.name, 'signup')
  })

  test('a closed node stops listening', async () => {
    const url = await postgres.createDatabase()
    const node = await openNode({ kind: 'postgres', url })
    await listening(url, 1)
    await node[Symbol.asyncDispose]()
    await listening(url, 0)
  })

  test('reports once that LISTEN fails behind a pooler, and listens by the address of the server', async () => {
    const url = await postgres.createDatabase()
    await using pooler = await startPostgresProxy(url, 'pooler')
    const database: Database = { kind: 'postgres', url: pooler.url }
    await using unavailable = await openNode(database)
    await using hears = await openNode(database, { listenUrl: url })
    await until(() => unavailable.unavailable.length > 0)
    assert.match(unavailable.unavailable.join(), /FORMSLOT_LISTEN_URL/)
    await listening(url, 1)
    const endpoint = await getEndpoint(unavailable.store, 'ada@lovelace.dev')
    const account = await unavailable.getAccount('ada@lovelace.dev')
    const [here, there] = [subscribeToAccount(unavailable, account), subscribeToAccount(hears, account)]
    const own = await submitTo(unavailable.store, endpoint)
    await until(() => here.keys().includes(own))
    await until(() => there.keys().includes(own))
    const next = await submitTo(hears.store, endpoint)
    await until(() => there.keys().includes(next))
    assert.equal(unavailable.unavailable.length, 1)
    assert.deepEqual(hears.unavailable, [])
  })
})

/** Waits until this many nodes listen. After half a minute, the newest query of one that does is the keepalive. */
async function listening(url: string, nodes: number): Promise<void> {
  await using client = await connected(url)
  const query = `select 1 from pg_stat_activity where application_name = 'formslot listen'
    and (query ilike 'listen%' or query = 'select 1') and datname = current_database()`
  await until(async () => (await client.query(query)).rowCount === nodes)
}

async function connected(url: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
