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
import { rich, t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { errorText } from '../../shell/error-words.ts'
import { getBrowserState, subscribe, unsubscribe } from '../../shell/notifications/browser.ts'
import { BROWSER_WORDS, Steps } from './browser-words.tsx'
import { ChosenForms } from './chosen-forms.tsx'
import { QuietHours } from './quiet-hours.tsx'

/** Notifications in this browser: why they cannot be turned on, a button that does, or their settings. */
export function ThisDevice({ device, serverKey }: { device: Device | undefined; serverKey: string }) {
  const [state, setState] = useState(getBrowserState)
  const title = t('notifications.thisDevice')
  if (state !== 'ready' && !device) {
    const { summary, steps } = BROWSER_WORDS[state]
    return (
      <Section title={title} description={t(summary)}>
        <Steps steps={steps} />
      </Section>
    )
  }
  if (!device) {
    return (
      <Section title={title} description={t('notifications.permission')}>
        <TurnOn serverKey={serverKey} onDone={() => setState(getBrowserState())} />
      </Section>
    )
  }
  return <DeviceSettings key={device.id} device={device} serverKey={serverKey} />
}

function TurnOn({
  serverKey,
  onDone,
  label = t('notifications.turnOn'),
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
  if (data === null) return t('notifications.notAllowed')
  if (error === null) return null
  if ('code' in error && typeof error.code === 'string') return errorText(error as ApiError)
  return t('notifications.notReached')
}

function DeviceSettings({ device, serverKey }: { device: Device; serverKey: string }) {
  const test = useTestDevice()
  const sendTest = useAction(test, {
    failed: t('notifications.test.failed'),
    done: ({ accepted, reason }) =>
      accepted
        ? { title: t('notifications.test.sent'), detail: t('notifications.test.sentText') }
        : { title: t('notifications.test.refused'), detail: reason ?? '' },
  })
  const remove = useRemoveDevice(async () => {
    forgetNotifications()
    await unsubscribe()
  })
  const turnOff = useAction(remove, {
    failed: t('notifications.notTurnedOff'),
    done: () => ({ title: t('notifications.turnedOff') }),
  })
  const isOver = device.failure?.final === true
  return (
    <Section title={t('notifications.thisDevice')} description={t('notifications.end')}>
      <div className="flex flex-wrap items-center gap-2.5">
        <span className="font-semibold">{device.name}</span>
        {isOver ? (
          <Badge tone="bad">{t('notifications.stopped')}</Badge>
        ) : (
          <Badge tone="good">{t('shell.words.on')}</Badge>
        )}
      </div>
      {device.failure ? (
        <p className="text-sm text-danger">
          {rich(isOver ? 'notifications.turnOnAfter' : 'notifications.tryAfter', {
            reason: <bdi>{device.failure.reason}</bdi>,
          })}
        </p>
      ) : null}
      {isOver ? <TurnOn serverKey={serverKey} label={t('notifications.turnOnAgain')} /> : null}
      <ChosenForms device={device} />
      <QuietHours device={device} />
      <div className="flex flex-wrap gap-3 border-t pt-4">
        <Button busy={test.isPending} onClick={() => sendTest(device.id)}>
          {t('notifications.test.send')}
        </Button>
        <Button weight="danger-plain" busy={remove.isPending} onClick={() => turnOff(device.id)}>
          {t('notifications.turnOff')}
        </Button>
      </div>
    </Section>
  )
}
