import type { Insertable, Kysely } from 'kysely'
import { HOUR, later } from '../../domain/time.ts'
import { lockOpenAccount } from '../accounts/lock-account.ts'
import { isSuppressed } from '../accounts/suppressions.ts'
import type { IdempotentResult } from '../contract/changes.ts'
import type { CreateRequest, FoundCreations } from '../contract/creations.ts'
import type { Rows } from '../engine/connection.ts'
import type { IdempotentResults } from '../engine/idempotent-results.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt, type NextKey } from '../engine/sequence.ts'
import type { SpentChallenges } from '../engine/spent-challenges.ts'
import { toEndpointKeyRow } from './endpoint-keys.ts'
import { type StoredEndpoint, toCounterChange, toStateChange } from './endpoints.ts'
import { stringifySettings } from './stored-settings.ts'

/** Maximum number of rows deleted by one statement. */
const MAX_ROWS_PER_STATEMENT = 500

/** Facts for the creations of one transaction; the client addresses and mailboxes are locked until it ends. */
type FoundForCreations = {
  lockedAddresses: Set<string>
  mailboxes: Map<string, { suppressed: boolean }>
  earlier: Map<string, Date[]>
  /** Accounts of the owners that are open. */
  owners: Set<number>
}

/**
 * Loads the facts for creations. The address is locked before its creations are counted, so that the limits are
 * exact across nodes; an address that has no row yet is locked by inserting it.
 */
export async function loadForCreations(
  db: Kysely<Schema>,
  requests: readonly Pick<
    CreateRequest<unknown>,
    'addressKey' | 'mailboxKey' | 'accountKey' | 'newest' | 'now'
  >[],
): Promise<FoundForCreations> {
  const found: FoundForCreations = {
    lockedAddresses: new Set(),
    mailboxes: new Map(),
    earlier: new Map(),
    owners: new Set(),
  }
  if (requests.length === 0) return found
  const accountKeys = new Set(requests.flatMap(({ accountKey }) => accountKey ?? []))
  for (const key of [...accountKeys].sort((one, other) => one - other)) {
    if (await lockOpenAccount(db, key)) found.owners.add(key)
  }
  const addressKeys = [...new Set(requests.map((request) => request.addressKey))]
  const mailboxKeys = [...new Set(requests.map((request) => request.mailboxKey))]

  const lockedAddresses = await db
    .selectFrom('creation_locks')
    .select('address_key')
    .where('address_key', 'in', addressKeys)
    .orderBy('address_key')
    .forUpdate()
    .execute()
  for (const row of lockedAddresses) found.lockedAddresses.add(row.address_key)
  const mailboxes = await db
    .selectFrom('mailboxes')
    .select((select) => ['mailbox_key', isSuppressed(select).as('suppressed')])
    .where('mailbox_key', 'in', mailboxKeys)
    .orderBy('mailbox_key')
    .forUpdate()
    .execute()
  for (const row of mailboxes) found.mailboxes.set(row.mailbox_key, { suppressed: Boolean(row.suppressed) })
  await Promise.all(
    addressKeys.map(async (addressKey) => {
      const own = requests.filter((request) => request.addressKey === addressKey)
      const now = new Date(Math.min(...own.map((request) => request.now.getTime())))
      const newest = Math.max(...own.map((request) => request.newest))
      found.earlier.set(addressKey, await listNewestCreations(db, { addressKey, newest, now }))
    }),
  )
  return found
}

/** Loads the newest creations of an address within the last hour, oldest first, as many as the limits need. */
async function listNewestCreations(
  db: Kysely<Schema>,
  request: { addressKey: string; newest: number; now: Date },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('creations')
    .select('created_at')
    .where('address_key', '=', request.addressKey)
    .where('created_at', '>', later(request.now, -HOUR).getTime())
    .orderBy('created_at', 'desc')
    .limit(request.newest)
    .execute()
  return rows.reverse().map((row) => new Date(row.created_at))
}

/** Decides the creations of one transaction one after the other; each sees the decisions before it. */
export function decideCreations(
  requests: readonly CreateRequest<unknown>[],
  found: FoundForCreations & {
    idempotent: IdempotentResults | null
    spent: SpentChallenges | null
    nextKey: NextKey
  },
): { results: Map<CreateRequest<unknown>, IdempotentResult<unknown>>; rows: Rows['insert'] } {
  const { lockedAddresses, mailboxes, earlier, idempotent, spent, nextKey } = found
  const rows = {
    creation_locks: [] as Insertable<Schema['creation_locks']>[],
    mailboxes: [] as Insertable<Schema['mailboxes']>[],
    endpoints: [] as Insertable<Schema['endpoints']>[],
    endpoint_keys: [] as Insertable<Schema['endpoint_keys']>[],
    creations: [] as Insertable<Schema['creations']>[],
  }

  function decide(request: CreateRequest<unknown>): IdempotentResult<unknown> {
    const { now, idempotencyKey, addressKey, mailboxKey } = request
    const earlierAnswer = idempotent?.find(idempotencyKey, now)
    if (earlierAnswer) return earlierAnswer
    const { answer, endpoint, firstKey } = request.decide(toFoundCreations(found, request))
    if (!endpoint) return { kind: 'fresh', answer }
    if (request.challenge) spent?.add(request.challenge)
    const key = nextKey()
    if (!lockedAddresses.has(addressKey)) rows.creation_locks.push({ address_key: addressKey })
    if (!mailboxes.has(mailboxKey)) rows.mailboxes.push({ mailbox_key: mailboxKey })
    rows.endpoints.push({
      ...toEndpointRow({ key, newestKey: 0, mailboxKey, accountKey: request.accountKey ?? null, endpoint }),
      network_key: request.networkKey ?? null,
    })
    if (firstKey)
      rows.endpoint_keys.push(toEndpointKeyRow({ ...firstKey, key: nextKey(), endpointKey: key, now }))
    rows.creations.push({ key, address_key: addressKey, created_at: now.getTime() })
    lockedAddresses.add(addressKey)
    if (!mailboxes.has(mailboxKey)) mailboxes.set(mailboxKey, { suppressed: false })
    addNewest(earlier.get(addressKey) ?? [], request)
    if (idempotencyKey) idempotent?.remember({ idempotencyKey, answer, now })
    return { kind: 'fresh', answer }
  }

  return { results: new Map(requests.map((request) => [request, decide(request)])), rows }
}

/** Adds a creation to those of its address, of which no more are kept than the limits need. */
function addNewest(earlier: Date[], { now, newest }: { now: Date; newest: number }): void {
  earlier.push(now)
  if (earlier.length > newest) earlier.shift()
}

/** Loads the facts for a dry run, without locks. */
export async function findCreations(
  db: Kysely<Schema>,
  request: { addressKey: string; mailboxKey: string; newest: number; now: Date },
): Promise<FoundCreations> {
  const earlier = await listNewestCreations(db, request)
  const suppression = await db
    .selectFrom('suppressions')
    .select('cause')
    .where('mailbox_key', '=', request.mailboxKey)
    .executeTakeFirst()
  return { earlier, suppressed: suppression !== undefined, closed: false, challengeSpent: false }
}

/** Counts the creations since then, up to a limit. Keys grow with time, so that only the newest rows are read. */
export async function countCreations(
  db: Kysely<Schema>,
  { since, limit }: { since: Date; limit: number },
): Promise<number> {
  const rows = await db
    .selectFrom('creations')
    .select('key')
    .where('key', '>=', keyAt(since))
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.length
}

function toFoundCreations(
  found: FoundForCreations & { spent: SpentChallenges | null },
  request: CreateRequest<unknown>,
): FoundCreations {
  const since = later(request.now, -HOUR)
  return {
    earlier: (found.earlier.get(request.addressKey) ?? []).filter((at) => at > since),
    suppressed: found.mailboxes.get(request.mailboxKey)?.suppressed ?? false,
    closed: request.accountKey !== undefined && !found.owners.has(request.accountKey),
    challengeSpent: request.challenge !== undefined && found.spent?.has(request.challenge) === true,
  }
}

/** Deletes a batch of creations recorded before then. Returns the number of deleted rows; 0 when none is left. */
export async function deleteCreations(db: Kysely<Schema>, before: Date): Promise<number> {
  const creations = await db
    .deleteFrom('creations')
    .where('key', 'in', (select) =>
      select
        .selectFrom('creations')
        .select('key')
        .where('created_at', '<=', before.getTime())
        .limit(MAX_ROWS_PER_STATEMENT),
    )
    .executeTakeFirst()
  const lockedAddresses = await db
    .deleteFrom('creation_locks')
    .where('address_key', 'in', (select) =>
      select
        .selectFrom('creation_locks as idle')
        .select('idle.address_key')
        .where((where) =>
          where.not(
            where.exists((inner) =>
              inner
                .selectFrom('creations')
                .select('creations.key')
                .whereRef('creations.address_key', '=', 'idle.address_key'),
            ),
          ),
        )
        .limit(MAX_ROWS_PER_STATEMENT),
    )
    .executeTakeFirst()
  return Number(creations.numDeletedRows + lockedAddresses.numDeletedRows)
}

/** Builds the row of a new endpoint. */
export function toEndpointRow(
  stored: Pick<StoredEndpoint, 'key' | 'newestKey' | 'mailboxKey' | 'accountKey' | 'endpoint'>,
): Insertable<Schema['endpoints']> {
  const { id, recipient, createdAt } = stored.endpoint
  const identity = { id, recipient, mailbox_key: stored.mailboxKey, created_at: createdAt.getTime() }
  const { language, siteHost, version } = stored.endpoint
  const settings = stringifySettings(stored.endpoint.settings)
  return {
    ...identity,
    ...toCounterChange(stored),
    ...toStateChange(stored),
    language,
    site_host: siteHost,
    settings,
    version,
  }
}
