/** Where a sealed secret is stored. It can be opened as the secret of this place alone. `row`: names the row, as ids do. */
export type SecretPlace = { table: string; column: string; row: string }

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
