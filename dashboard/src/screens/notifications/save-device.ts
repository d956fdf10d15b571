import { useChangeDevice } from '../../api/accounts/devices.ts'
import { useMe } from '../../api/accounts/me.ts'
import { rememberNotifications } from '../../api/accounts/remembered-notifications.ts'
import type { Device } from '../../api/schema.ts'
import { t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'

type Settings = Pick<Device, 'endpoint_ids' | 'quiet_hours'>

/** Saves settings of the device of this browser at once, and shows them meanwhile. */
export function useSaveDevice(device: Device) {
  const { data: me } = useMe()
  const change = useChangeDevice()
  const run = useAction(change, {
    failed: t('shell.words.notSaved'),
    onDone({ endpoint_ids, quiet_hours }) {
      if (me) rememberNotifications({ email: me.email, endpoint_ids, quiet_hours })
    },
  })
  const shown: Settings = { ...device, ...(change.isPending ? change.variables : {}) }
  return { shown, save: (settings: Partial<Settings>) => run({ id: device.id, ...settings }) }
}
