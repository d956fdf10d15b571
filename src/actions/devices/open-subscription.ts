import type { PushSubscription, PushTarget } from '../../domain/devices/device.ts'
import { getDevicePlace } from '../../domain/secret-place.ts'
import type { SealedSubscription } from '../../store/devices/devices.ts'
import type { Context } from '../context.ts'

/**
 * Opens a subscription, with the key that signs for it. Null once it was sealed, or created, with a link secret that this
 * instance no longer has.
 */
export function openSubscription(
  { keys }: Pick<Context, 'keys'>,
  { sealed, addressHash, serverKey: publicKey }: SealedSubscription,
): PushTarget | null {
  const text = keys.openSecret(sealed, getDevicePlace(addressHash))
  const { current, old } = keys.pushServerKeys()
  const serverKey = [current, old].find((key) => key?.publicKey === publicKey)
  if (text === null || !serverKey) return null
  return { subscription: JSON.parse(text) as PushSubscription, serverKey }
}
