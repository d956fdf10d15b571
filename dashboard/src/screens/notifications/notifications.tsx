import { useDevices, useRemoveDevice } from '../../api/accounts/devices.ts'
import type { Device } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { rich, t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { ThisDevice } from './this-device.tsx'

/** Notifications about new messages: in this browser, and in others. */
export function NotificationsScreen() {
  const query = useDevices()
  return (
    <SettingsPage
      title={t('notifications.title')}
      description={rich('notifications.about', {
        link: (
          <a href="/docs/notifications" className="whitespace-nowrap text-accent underline">
            {t('notifications.howItWorks')}
          </a>
        ),
      })}
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {({ server_key: serverKey, data: devices }) => {
          const others = devices.filter(({ current }) => !current)
          return (
            <div className="flex flex-col gap-6">
              <ThisDevice device={devices.find(({ current }) => current)} serverKey={serverKey} />
              {others.length === 0 ? null : (
                <Section title={t('notifications.otherDevices')}>
                  <ul className="-my-4 divide-y">
                    {others.map((device) => (
                      <OtherDevice key={device.id} device={device} />
                    ))}
                  </ul>
                </Section>
              )}
            </div>
          )
        }}
      </Loaded>
    </SettingsPage>
  )
}

function OtherDevice({ device }: { device: Device }) {
  const remove = useRemoveDevice()
  const run = useAction(remove, {
    failed: t('notifications.notRemoved'),
    done: () => ({ title: t('notifications.removed', { name: device.name }) }),
  })
  const used = <RelativeTime at={device.last_used_at} />
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2.5 font-semibold">
          {device.name}
          {device.failure ? (
            <Badge tone="bad">
              {device.failure.final ? t('shell.words.off') : t('notifications.failing')}
            </Badge>
          ) : null}
        </p>
        <p className="text-sm text-muted">
          {device.notified_at
            ? rich('notifications.usedAndNotified', {
                used,
                notified: <RelativeTime at={device.notified_at} />,
              })
            : rich('notifications.used', { used })}
        </p>
        {device.failure ? <p className="text-sm text-danger">{device.failure.reason}</p> : null}
      </div>
      <Button
        size="small"
        busy={remove.isPending}
        onClick={() => run(device.id)}
        aria-label={t('notifications.removeNamed', { name: device.name })}
      >
        {t('notifications.removeDevice')}
      </Button>
    </li>
  )
}
