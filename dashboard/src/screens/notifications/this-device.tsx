import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addDevice, useRemoveDevice, useTestDevice } from '../../api/accounts/devices.ts'
import { useMe } from '../../api/accounts/me.ts'
import {
  forgetNotifications,
  readRememberedNotifications,
  rememberNotifications,
} from '../../api/accounts/remembered-notifications.ts'
import type { ApiError } from '../../api/client/api-error.ts'
import { queryKeys } from '../../api/client/query-keys.ts'
import type { Device } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { Section } from '../../controls/section.tsx'
import { useAction } from '../../shell/action.ts'
import { errorText } from '../../shell/error-words.ts'
import { getBrowserState, subscribe, unsubscribe } from '../../shell/notifications/browser.ts'
import { BROWSER_WORDS } from './browser-words.tsx'
import { ChosenForms } from './chosen-forms.tsx'
import { QuietHours } from './quiet-hours.tsx'

/** Notifications in this browser: why they cannot be turned on, a button that does, or their settings. */
export function ThisDevice({ device, serverKey }: { device: Device | undefined; serverKey: string }) {
  const [state, setState] = useState(getBrowserState)
  const title = 'On this device'
  if (state !== 'ready' && !device) {
    const { summary, steps } = BROWSER_WORDS[state]
    return (
      <Section title={title} description={summary}>
        {steps}
      </Section>
    )
  }
  if (!device) {
    return (
      <Section
        title={title}
        description="Your browser asks for permission. Messages are encrypted on their way to it; those of forms with encrypted email are announced without their content."
      >
        <TurnOn serverKey={serverKey} onDone={() => setState(getBrowserState())} />
      </Section>
    )
  }
  return <DeviceSettings key={device.id} device={device} serverKey={serverKey} />
}

function TurnOn({
  serverKey,
  onDone,
  label = 'Turn on notifications',
}: {
  serverKey: string
  onDone?: () => void
  label?: string
}) {
  const { data: me } = useMe()
  const client = useQueryClient()
  const turnOn = useMutation<Device | null, ApiError | Error>({
    async mutationFn() {
      const subscription = await subscribe(serverKey)
      if (!subscription) return null
      const before = readRememberedNotifications()
      const isSame = before !== null && before.email === me?.email
      const settings = isSame ? before : { endpoint_ids: null, quiet_hours: null }
      const { endpoint_ids, quiet_hours } = settings
      const device = await addDevice({ subscription, endpoint_ids, quiet_hours })
      if (me) rememberNotifications({ email: me.email, endpoint_ids, quiet_hours })
      return device
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.devices }),
    onSettled: onDone,
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <Button weight="main" icon="bell" busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
        {label}
      </Button>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {describeFailure(turnOn)}
      </p>
    </div>
  )
}

function describeFailure({
  error,
  data,
}: {
  error: Error | null
  data: Device | null | undefined
}): string | null {
  if (data === null) return 'You didn’t allow notifications, so they’re still off.'
  if (error === null) return null
  if ('code' in error && typeof error.code === 'string') return errorText(error as ApiError)
  return 'The push service of this browser cannot be reached. Check your network and try again.'
}

function DeviceSettings({ device, serverKey }: { device: Device; serverKey: string }) {
  const test = useTestDevice()
  const sendTest = useAction(test, {
    failed: 'No test was sent',
    done: ({ accepted, reason }) =>
      accepted
        ? { title: 'Test sent', detail: 'It appears here within a few seconds.' }
        : { title: 'The test was not accepted', detail: reason ?? '' },
  })
  const remove = useRemoveDevice(async () => {
    forgetNotifications()
    await unsubscribe()
  })
  const turnOff = useAction(remove, {
    failed: 'Not turned off',
    done: () => ({ title: 'Notifications are off' }),
  })
  const isOver = device.failure?.final === true
  return (
    <Section
      title="On this device"
      description="They end when you sign out here. If your session expires, they go on once you sign in again."
    >
      <div className="flex flex-wrap items-center gap-2.5">
        <span className="font-semibold">{device.name}</span>
        {isOver ? <Badge tone="bad">Stopped</Badge> : <Badge tone="good">On</Badge>}
      </div>
      {device.failure ? (
        <p className="text-sm text-danger">
          {device.failure.reason} {isOver ? 'Turn notifications on again.' : 'We try again for a day.'}
        </p>
      ) : null}
      {isOver ? <TurnOn serverKey={serverKey} label="Turn on again" /> : null}
      <ChosenForms device={device} />
      <QuietHours device={device} />
      <div className="flex flex-wrap gap-3 border-t pt-4">
        <Button busy={test.isPending} onClick={() => sendTest(device.id)}>
          Send a test
        </Button>
        <Button weight="danger-plain" busy={remove.isPending} onClick={() => turnOff(device.id)}>
          Turn off
        </Button>
      </div>
    </Section>
  )
}
