import { useDevices, useRemoveDevice } from '../../api/accounts/devices.ts'
import type { Device } from '../../api/schema.ts'
import { Badge } from '../../controls/badge.tsx'
import { Button } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useAction } from '../../shell/action.ts'
import { SettingsPage } from '../../shell/frame/settings-page.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { ThisDevice } from './this-device.tsx'

/** Notifications about new messages: in this browser, and in others. */
export function NotificationsScreen() {
  const query = useDevices()
  return (
    <SettingsPage
      title="Notifications"
      description={
        <>
          Get notified of new messages on your phone or computer, also while the dashboard is closed.{' '}
          <a href="/docs/notifications" className="whitespace-nowrap text-accent underline">
            How it works
          </a>
        </>
      }
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading your devices" />}>
        {({ server_key: serverKey, data: devices }) => {
          const others = devices.filter(({ current }) => !current)
          return (
            <div className="flex flex-col gap-6">
              <ThisDevice device={devices.find(({ current }) => current)} serverKey={serverKey} />
              {others.length === 0 ? null : (
                <Section title="Other devices">
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
    failed: 'Not removed',
    done: () => ({ title: `${device.name} gets no more notifications` }),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2.5 font-semibold">
          {device.name}
          {device.failure ? <Badge tone="bad">{device.failure.final ? 'Off' : 'Failing'}</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          Last used <RelativeTime at={device.last_used_at} />
          {device.notified_at ? (
            <>
              , last notification <RelativeTime at={device.notified_at} />
            </>
          ) : null}
        </p>
        {device.failure ? <p className="text-sm text-danger">{device.failure.reason}</p> : null}
      </div>
      <Button
        size="small"
        busy={remove.isPending}
        onClick={() => run(device.id)}
        aria-label={`Remove ${device.name}`}
      >
        Remove
      </Button>
    </li>
  )
}
