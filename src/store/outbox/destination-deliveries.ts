import { type Kysely, sql } from 'kysely'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { later, MINUTE } from '../../domain/time.ts'
import { toEndpointFacts } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'
import { KEYS_IN_A_SLOT, keyAt } from '../engine/sequence.ts'
import { type Delivery, toDeliveries } from './found-deliveries.ts'

type Whose = { accountKey: number; endpointId: string; destinationId: string }

/** A delivery to a web destination. `submissionKey`: null for an event that is about no submission. */
export type DestinationDelivery = Omit<Delivery, 'kind'> & { submissionKey: number | null; event: string }

/**
 * Lists the deliveries to a web destination, newest first, with the endpoint; null when the account has no such endpoint.
 *
 * @param request.before key of a delivery: only older ones; null for the newest
 */
export async function listOfDestination(
  db: Kysely<Schema>,
  request: Whose & { before: number | null; limit: number },
): Promise<{ endpoint: EndpointFacts; deliveries: DestinationDelivery[] } | null> {
  const endpoint = await findEndpoint(db, request)
  if (!endpoint) return null
  const rows = await db
    .selectFrom('outbox')
    .leftJoin('notices', 'notices.key', 'outbox.key')
    .selectAll('outbox')
    .select('notices.data')
    // A literal, so that SQLite uses the index.
    .where('outbox.channel', '=', sql.lit('web'))
    .where('outbox.destination', '=', request.destinationId)
    .where('outbox.endpoint_key', '=', endpoint.key)
    .$if(request.before !== null, (older) => older.where('outbox.key', '<', request.before))
    .orderBy('outbox.key', 'desc')
    .limit(request.limit)
    .execute()
  const deliveries = await toDeliveries(db, rows)
  return {
    endpoint: toEndpointFacts(endpoint),
    deliveries: deliveries.map(({ kind: _, ...delivery }, index) => {
      const { submission_key: submissionKey = null, data = null } = rows[index] ?? {}
      const event = data === null ? 'submission.created' : (JSON.parse(data) as { type: string }).type
      return { ...delivery, submissionKey, event }
    }),
  }
}

/**
 * Lists the submissions received since then that have not reached a destination and are not waiting for it, the oldest first:
 * neither spam nor withdrawn nor in the trash.
 */
export async function listMissed(
  db: Kysely<Schema>,
  request: Whose & { since: Date; limit: number },
): Promise<number[]> {
  const endpoint = await findEndpoint(db, request)
  if (!endpoint) return []
  const rows = await db
    .selectFrom('submissions')
    .select('submissions.key')
    .where('submissions.endpoint_key', '=', endpoint.key)
    // Keys grow with time, and those of several nodes are in order within seconds.
    .where('submissions.key', '>=', keyAt(later(request.since, -MINUTE)))
    .where('submissions.received_at', '>=', request.since.getTime())
    .where(({ or, and, eb }) =>
      or([
        eb('submissions.moved_to', 'in', ['inbox', 'archive']),
        and([eb('submissions.moved_to', 'is', null), eb('submissions.spam_reasons', 'is', null)]),
      ]),
    )
    .where('submissions.withdrawn_at', 'is', null)
    .where('submissions.trashed_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists((select) =>
          select
            .selectFrom('outbox')
            .select('outbox.key')
            .whereRef('outbox.key', '>=', 'submissions.key')
            .where('outbox.key', '<', where('submissions.key', '+', KEYS_IN_A_SLOT))
            .where('outbox.destination', '=', request.destinationId)
            .where((of) => of.or([of('outbox.settled_at', 'is', null), of('outbox.outcome', '=', 'sent')])),
        ),
      ),
    )
    .orderBy('submissions.key')
    .limit(request.limit)
    .execute()
  return rows.map(({ key }) => key)
}

function findEndpoint(db: Kysely<Schema>, { accountKey, endpointId }: Whose) {
  return db
    .selectFrom('endpoints')
    .selectAll()
    .where('id', '=', endpointId)
    .where('account_key', '=', accountKey)
    .executeTakeFirst()
}
