import { getKindRules, isEndpointId } from '../../../../src/domain/endpoints/kinds.ts'
import type { Row, StoredRows } from '../../../support/stores/stored-rows.ts'

/** Number that an endpoint accepted at one time, for kinds whose rows are not what is counted. */
export type Arrived = { endpointKey: number; at: number; count: number }

/** Checks P5 and P6 for every kind: one claim email, the cap, and counters that match what was accepted. */
export async function checkEndpoints(
  database: StoredRows,
  { arrived, clockWentBack }: { arrived: readonly Arrived[]; clockWentBack: boolean },
): Promise<string[]> {
  const byEndpoint = Map.groupBy(arrived, ({ endpointKey }) => endpointKey)
  const endpoints = (await readEndpoints(database)).map((endpoint) =>
    isEndpointId('form', String(endpoint.id))
      ? endpoint
      : { ...endpoint, ...heldBy(endpoint, byEndpoint.get(Number(endpoint.key)) ?? []) },
  )
  return [
    ...endpoints.flatMap((endpoint) => checkEndpoint(endpoint, clockWentBack)),
    ...(clockWentBack ? [] : await checkAccounts(database, endpoints)),
  ]
}

function checkEndpoint(endpoint: Row, clockWentBack: boolean): string[] {
  const { id, counted, found, unclaimed, claims } = endpoint
  const { unclaimedCap } = getKindRules({ id: String(id) })
  return [
    ...(clockWentBack || monthIsRecounted(endpoint)
      ? []
      : [`the month of ${id} says ${endpoint.month}, its rows since the claim are ${endpoint.since}`]),
    ...(counted === found ? [] : [`the counter of ${id} says ${counted}, it accepted ${found}`]),
    ...(Number(unclaimed) <= unclaimedCap ? [] : [`${id} took ${unclaimed} unclaimed`]),
    ...(Number(claims) <= 1 ? [] : [`${id} has ${claims} claim emails`]),
  ]
}

/** Returns for other kinds what `readEndpoints` returns for forms. They use the plan of their owner once confirmed. */
function heldBy({ confirmed_at }: Row, arrived: readonly Arrived[]): Row {
  const confirmedAt = confirmed_at === null ? Infinity : Number(confirmed_at)
  const since = arrived.filter(({ at }) => at > confirmedAt)
  return {
    found: sum(arrived),
    unclaimed: sum(arrived.filter(({ at }) => at < confirmedAt)),
    since: sum(since),
    at_claim: sum(arrived.filter(({ at }) => at === confirmedAt)),
    first_since: since.length === 0 ? null : Math.min(...since.map(({ at }) => at)),
  }
}

function sum(arrived: readonly Arrived[]): number {
  return arrived.reduce((total, { count }) => total + count, 0)
}

/** Compares the count of a month with the rows since the claim, as far as times distinguish them from earlier rows. */
function monthIsRecounted({ month, counted_month, since, at_claim, first_since }: Row): boolean {
  // A month that has ended is no longer counted.
  const ended =
    first_since !== null && new Date(Number(first_since)).toISOString().slice(0, 7) !== counted_month
  if (counted_month === null || ended) return counted_month !== null || Number(since) === 0
  return Number(month) >= Number(since) && Number(month) <= Number(since) + Number(at_claim)
}

/** Compares the counts of accounts for a kind with the counts of all their endpoints of that kind. */
async function checkAccounts(database: StoredRows, endpoints: readonly Row[]): Promise<string[]> {
  const owned = Map.groupBy(
    endpoints,
    ({ id, account_key }) => `${account_key} ${getKindRules({ id: String(id) }).kind}`,
  )
  return (await database.all(`select * from account_counts`)).flatMap(({ counter, month, count }) => {
    const months = (owned.get(String(counter)) ?? []).filter((one) => one.counted_month === month)
    const counted = months.reduce((total, one) => total + Number(one.month), 0)
    return count === counted ? [] : [`the account ${counter} says ${count}, its endpoints ${counted}`]
  })
}

/** Reads all endpoints, and the number of submissions of forms. */
function readEndpoints(database: StoredRows): Promise<Row[]> {
  return database.all(
    // Each table is read once: counting for one endpoint after the other takes a quarter of an hour after a soak.
    `with held as (
       select submissions.endpoint_key, count(*) as found,
              count(case when owner.claimed_at is null or received_at < owner.claimed_at then 1 end) as unclaimed,
              count(case when received_at > owner.claimed_at then 1 end) as since,
              min(case when received_at > owner.claimed_at then received_at end) as first_since,
              count(case when received_at = owner.claimed_at then 1 end) as at_claim
         from submissions join endpoints as owner on owner.key = submissions.endpoint_key
        where spam_reasons is null group by submissions.endpoint_key),
     claims as (select endpoint_key, count(*) as emails from outbox where kind = 'claim' group by endpoint_key)
     select endpoints.key, endpoints.id, endpoints.account_key, endpoints.confirmed_at, endpoints.accepted_count as counted,
            endpoints.month_count as month, endpoints.counted_month, coalesce(held.since, 0) as since,
            coalesce(held.at_claim, 0) as at_claim, held.first_since,
            coalesce(held.found, 0) as found, coalesce(held.unclaimed, 0) as unclaimed,
            coalesce(claims.emails, 0) as claims
       from endpoints
       left join held on held.endpoint_key = endpoints.key
       left join claims on claims.endpoint_key = endpoints.key`,
  )
}
