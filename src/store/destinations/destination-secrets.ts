import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/** The sealed secrets of a destination. `signing`: JSON; null where its requests are not signed. */
export type DestinationSecret = { address: string; signing: string | null }

/** Finds the sealed secrets of a destination; null when it has none. */
export async function findDestinationSecret(
  db: Kysely<Schema>,
  { endpointId, destinationId }: { endpointId: string; destinationId: string },
): Promise<DestinationSecret | null> {
  const row = await db
    .selectFrom('destination_secrets')
    .innerJoin('endpoints', 'endpoints.key', 'destination_secrets.endpoint_key')
    .select(['address', 'signing'])
    .where('endpoints.id', '=', endpointId)
    .where('destination_id', '=', destinationId)
    .executeTakeFirst()
  return row ? { address: row.address, signing: row.signing } : null
}

/** Saves the sealed secrets of a destination; those that are left out stay as they are. Forgets since when it has failed. */
export async function saveDestinationSecret(
  db: Kysely<Schema>,
  secret: { endpointKey: number; destinationId: string; address?: string; signing?: string | null },
): Promise<void> {
  const { endpointKey, destinationId, address, signing } = secret
  const changed = {
    ...(address === undefined ? {} : { address }),
    ...(signing === undefined ? {} : { signing }),
    failing_since: null,
  }
  if (address === undefined) {
    await db
      .updateTable('destination_secrets')
      .set(changed)
      .where('endpoint_key', '=', endpointKey)
      .where('destination_id', '=', destinationId)
      .execute()
    return
  }
  await db
    .insertInto('destination_secrets')
    .values({
      endpoint_key: endpointKey,
      destination_id: destinationId,
      address,
      signing: signing ?? null,
      failing_since: null,
    })
    .onConflict((conflict) => conflict.columns(['endpoint_key', 'destination_id']).doUpdateSet(changed))
    .execute()
}

/** Records since when all attempts to a destination have failed; null: the last one succeeded. */
export async function recordFailing(
  db: Kysely<Schema>,
  { endpointId, destinationId, since }: { endpointId: string; destinationId: string; since: Date | null },
): Promise<void> {
  await db
    .updateTable('destination_secrets')
    .set({ failing_since: since?.getTime() ?? null })
    .where('destination_id', '=', destinationId)
    .where('endpoint_key', '=', (select) =>
      select.selectFrom('endpoints').select('key').where('id', '=', endpointId),
    )
    .$if(since !== null, (update) => update.where('failing_since', 'is', null))
    .execute()
}

/** Deletes the secrets of a destination. */
export async function deleteDestinationSecret(
  db: Kysely<Schema>,
  { endpointKey, destinationId }: { endpointKey: number; destinationId: string },
): Promise<void> {
  await db
    .deleteFrom('destination_secrets')
    .where('endpoint_key', '=', endpointKey)
    .where('destination_id', '=', destinationId)
    .execute()
}

/** Deletes the secrets of all destinations of an endpoint. */
export async function deleteSecretsOfEndpoint(db: Kysely<Schema>, endpointKey: number): Promise<void> {
  await db.deleteFrom('destination_secrets').where('endpoint_key', '=', endpointKey).execute()
}

/** Deletes the secrets of the destinations of all endpoints of an account. */
export async function deleteSecretsOfAccount(db: Kysely<Schema>, accountKey: number): Promise<void> {
  await db
    .deleteFrom('destination_secrets')
    .where('endpoint_key', 'in', (select) =>
      select.selectFrom('endpoints').select('key').where('account_key', '=', accountKey),
    )
    .execute()
}
