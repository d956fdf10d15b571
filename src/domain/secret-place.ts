/** Where a sealed secret is stored. It can be opened as the secret of this place alone. `row`: names the row, as ids do. */
export type SecretPlace = { table: string; column: string; row: string }

/** The id of the key that sealed a secret, in the text of the seal: its first character (counted from 1) and its length. */
export const SEAL_KEY_ID = { start: 4, length: 11 }

/** Returns where the push subscription of a device is stored. `addressHash`: `Keys.secretHash` of its address. */
export function getDevicePlace(addressHash: string): SecretPlace {
  return { table: 'devices', column: 'subscription', row: addressHash }
}

/**
 * Returns where a secret of a destination is stored: its address, or what its requests are signed with. By ids, which are
 * known before the row is.
 */
export function getDestinationPlace(
  column: 'address' | 'signing',
  { endpointId, destinationId }: { endpointId: string; destinationId: string },
): SecretPlace {
  return { table: 'destination_secrets', column, row: `${endpointId}/${destinationId}` }
}
