import type { Keys } from '../../domain/keys.ts'
import { getDestinationPlace, getDevicePlace } from '../../domain/secret-place.ts'
import type { DestinationSecret } from '../../store/destinations/destination-secrets.ts'
import type { SealedRow } from '../../store/destinations/sealed-secrets.ts'
import type { Context } from '../context.ts'

/** Destinations per write: few enough that a new submission hardly waits. */
const BATCH_SIZE = 50

type Parts = { keys: Keys; store: Pick<Context['store'], 'maintenance'> }

/**
 * Seals again, with the current link secret, what was sealed with the old one. It may stop anywhere, and run on several nodes
 * at once: each seal names its key, and one that has changed in the meantime is left alone. Nothing is written while all
 * secrets are sealed with the current one.
 *
 * @param shouldContinue called before each batch; the next run does the rest
 * @returns `lost`: destinations with a secret that no link secret of this instance opens
 */
export async function resealSecrets(
  { keys, store: { maintenance } }: Parts,
  shouldContinue: () => boolean = () => true,
): Promise<{ resealed: number; lost: number }> {
  const total = { resealed: 0, lost: 0 }
  const keyIds = [keys.sealKeyIds.current]
  let after: SealedRow | null = null
  while (shouldContinue()) {
    const rows: SealedRow[] = await maintenance.listSealedOtherwise({ keyIds, after, limit: BATCH_SIZE })
    const changes = rows.flatMap((from) => {
      const { isLost, to } = resealRow(keys, from)
      if (isLost) total.lost += 1
      return to ? [{ from, to }] : []
    })
    if (changes.length > 0) total.resealed += await maintenance.replaceSecrets(changes)
    after = rows.at(-1) ?? null
    if (rows.length < BATCH_SIZE) break
  }
  return total
}

/**
 * Does the same for the subscriptions of devices. One that no link secret opens stays: its browser renews it, or its session ends.
 *
 * @returns the number of devices
 */
export async function resealDevices(
  { keys, store }: { keys: Keys; store: Pick<Context['store'], 'devices'> },
  shouldContinue: () => boolean = () => true,
): Promise<number> {
  const keyIds = [keys.sealKeyIds.current]
  let resealed = 0
  let after = 0
  while (shouldContinue()) {
    const rows = await store.devices.listSealedDevices({ keyIds, after, limit: BATCH_SIZE })
    const changes = rows.flatMap((from) => {
      const result = keys.resealSecret(from.sealed, getDevicePlace(from.addressHash))
      return result.kind === 'resealed' ? [{ from, sealed: result.sealed }] : []
    })
    if (changes.length > 0) resealed += await store.devices.resealDevices(changes)
    after = rows.at(-1)?.key ?? after
    if (rows.length < BATCH_SIZE) break
  }
  return resealed
}

/** Counts the destinations with a secret that was sealed with none of the link secrets of this instance. */
export function countLostSecrets({ keys, store: { maintenance } }: Parts): Promise<number> {
  const { current, old } = keys.sealKeyIds
  return maintenance.countSealedOtherwise(old === null ? [current] : [current, old])
}

/** `to`: null when nothing of it was sealed with the old link secret. */
function resealRow(keys: Keys, row: SealedRow): { isLost: boolean; to: DestinationSecret | null } {
  const { address, signing } = row
  const first = keys.resealSecret(address, getDestinationPlace('address', row))
  const second = signing === null ? null : keys.resealSecret(signing, getDestinationPlace('signing', row))
  const isLost = first.kind === 'lost' || second?.kind === 'lost'
  if (first.kind !== 'resealed' && second?.kind !== 'resealed') return { isLost, to: null }
  return {
    isLost,
    to: {
      address: first.kind === 'resealed' ? first.sealed : address,
      signing: second?.kind === 'resealed' ? second.sealed : signing,
    },
  }
}
