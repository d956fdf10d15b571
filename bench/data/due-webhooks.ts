import { sql } from 'kysely'
import type { WebDestination } from '../../src/domain/destinations/destination-kinds.ts'
import { getTurnsTarget } from '../../src/domain/destinations/web-destination.ts'
import { NO_SETTINGS } from '../../src/domain/endpoints/settings.ts'
import type { Keys } from '../../src/domain/keys.ts'
import { getDestinationPlace } from '../../src/domain/secret-place.ts'
import { stringifySettings } from '../../src/store/endpoints/stored-settings.ts'
import type { Connection, Transaction } from '../../src/store/engine/connection.ts'
import { KEYS_IN_A_SLOT } from '../../src/store/engine/sequence.ts'

/** Hosts that answer at once. */
export const HOSTS = 100
export const SLOW_HOSTS = '127.9.'
/** Slow hosts answer after between one and two of these. */
export const SLOW_MS = 3000
/** The host whose latency is measured. */
export const QUICK_HOST = '127.8.0.1'
const SIGNING = JSON.stringify([{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', until: null }])

/** Returns the address of the `n`th host that answers at once. */
export function getHost(n: number): string {
  return `127.1.0.${n + 1}`
}

/** Returns the address of the `n`th slow host. */
export function getSlowHost(n: number): string {
  return `${SLOW_HOSTS}0.${n + 1}`
}

type Row = { key: number; id: string }

/**
 * Turns the due emails of a filled database into due webhooks, and shares its submissions evenly among its endpoints: the
 * `n`th endpoint has one webhook at `hosts[n]`.
 */
export async function turnIntoWebhooks(
  connection: Connection,
  keys: Keys,
  { hosts, port }: { hosts: readonly string[]; port: number },
): Promise<void> {
  await connection.transaction(async ({ db }) => {
    const endpoints = await db.selectFrom('endpoints').select(['key', 'id']).orderBy('key').execute()
    const submissions = await db.selectFrom('submissions').select('key').orderBy('key').execute()
    for (const [n, { key }] of submissions.entries()) {
      const endpoint = endpoints[n % hosts.length]
      if (!endpoint) throw new Error('There are fewer endpoints than hosts.')
      await db.updateTable('submissions').set({ endpoint_key: endpoint.key }).where('key', '=', key).execute()
      await db.updateTable('outbox').set({ endpoint_key: endpoint.key }).where('key', '=', key).execute()
    }
    for (const [n, host] of hosts.entries()) {
      const endpoint = endpoints[n]
      if (!endpoint) throw new Error('There are fewer endpoints than hosts.')
      await addWebhook(db, keys, { endpoint, origin: `http://${host}:${port}` })
    }
  })
}

/** Adds waiting deliveries of one submission to one host, as after days without an answer. */
export async function addWaiting(
  connection: Connection,
  keys: Keys,
  { count, origin }: { count: number; origin: string },
): Promise<void> {
  await connection.transaction(async ({ db }) => {
    const endpoint = await db.selectFrom('endpoints').select(['key', 'id']).limit(1).executeTakeFirstOrThrow()
    const { key } = await db.selectFrom('submissions').select('key').limit(1).executeTakeFirstOrThrow()
    await db.updateTable('submissions').set({ endpoint_key: endpoint.key }).where('key', '=', key).execute()
    await addWebhook(db, keys, { endpoint, origin })
    const last = await db
      .selectFrom('outbox')
      .select(({ fn }) => fn.max('key').as('key'))
      .executeTakeFirstOrThrow()
    const at = Date.now()
    await sql`
      insert into outbox (key, kind, endpoint_key, submission_key, destination, channel, target, created_at, due_at, attempts)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      select ${last.key} + n * ${KEYS_IN_A_SLOT}, 'submission', ${endpoint.key}, ${key}, ${getId(endpoint)}, 'web', ${origin}, ${at}, ${at}, 0
      from numbers`.execute(db)
  })
}

function getId({ id }: Pick<Row, 'id'>): string {
  return `dst_${id.slice(2)}`
}

async function addWebhook(
  db: Transaction['db'],
  keys: Keys,
  { endpoint, origin }: { endpoint: Row; origin: string },
): Promise<void> {
  const now = new Date()
  const id = getId(endpoint)
  const destination: WebDestination = {
    kind: 'webhook',
    id,
    origin,
    events: ['submission.created'],
    addedAt: now,
    addressedAt: now,
    provenAt: now,
    disabled: null,
    push: null,
  }
  const place = { endpointId: endpoint.id, destinationId: id }
  const settings = stringifySettings({ ...NO_SETTINGS, destinations: [destination] })
  await db.updateTable('endpoints').set({ settings }).where('key', '=', endpoint.key).execute()
  await db
    .insertInto('destination_secrets')
    .values({
      endpoint_key: endpoint.key,
      destination_id: id,
      address: keys.sealSecret(`${origin}/hook`, getDestinationPlace('address', place)),
      signing: keys.sealSecret(SIGNING, getDestinationPlace('signing', place)),
      failing_since: null,
    })
    .execute()
  await db
    .updateTable('outbox')
    .set({ channel: 'web', destination: id, target: getTurnsTarget(destination) })
    .where('endpoint_key', '=', endpoint.key)
    .execute()
}
