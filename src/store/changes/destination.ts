import { deleteDestinationSecret, saveDestinationSecret } from '../destinations/destination-secrets.ts'
import type { ConsequenceHandler } from './change-batch.ts'

export const destinationSecret: ConsequenceHandler<'destination_secret'> = {
  effect: (secret, { stored }, { db }) => saveDestinationSecret(db, { ...secret, endpointKey: stored.key }),
}

export const destinationSecretGone: ConsequenceHandler<'destination_secret_gone'> = {
  effect: ({ destinationId }, { stored }, { db }) =>
    deleteDestinationSecret(db, { endpointKey: stored.key, destinationId }),
}
