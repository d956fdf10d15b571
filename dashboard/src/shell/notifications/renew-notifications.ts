import { addDevice, changeDevice, loadDevices } from '../../api/accounts/devices.ts'
import { readRememberedNotifications } from '../../api/accounts/remembered-notifications.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { findSubscription, hasKey, subscribe } from './browser.ts'

/**
 * Renews the subscription of this browser when the service has a new key or its push service refused the old one, and turns
 * notifications on again after another sign-in. A subscription of somebody else who was signed in here ends.
 */
export async function renewNotifications(email: string): Promise<void> {
  const subscription = await findSubscription()
  if (!subscription) return
  try {
    const { server_key: serverKey, data: devices } = await loadDevices()
    const device = devices.find(({ current }) => current)
    const remembered = readRememberedNotifications()
    const isOwn = remembered?.email === email
    if (!device && !isOwn) {
      await subscription.unsubscribe()
      return
    }
    if (device && hasKey(subscription, serverKey) && !device.failure?.final) return
    if (device?.failure?.final) await subscription.unsubscribe()
    const renewed = await subscribe(serverKey)
    if (!renewed) return
    const { endpoint_ids, quiet_hours } = device ?? remembered ?? { endpoint_ids: null, quiet_hours: null }
    const again = { subscription: renewed, endpoint_ids, quiet_hours }
    if (device) await changeDevice({ id: device.id, subscription: renewed }).catch(() => addDevice(again))
    else await addDevice(again)
  } catch (error) {
    // The next opening tries again, and the settings say what is wrong.
    if (!(error instanceof ApiError || error instanceof DOMException)) throw error
  }
}
