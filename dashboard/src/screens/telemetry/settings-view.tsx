import type { Telemetry } from '../../api/schema.ts'
import { useEmptyTelemetry, useRenameTelemetry, useRetireTelemetry } from '../../api/telemetry/telemetry.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { DangerSection } from '../../shell/owned/danger-section.tsx'
import { NameForm } from '../../shell/owned/name-form.tsx'
import { RetirableView } from '../../shell/owned/retirable-view.tsx'

/** Its name, and what cannot be taken back. */
export function SettingsView({ telemetry }: { telemetry: Telemetry }) {
  return (
    <RetirableView
      retiredAt={telemetry.retired_at}
      before={<NameForm named={telemetry} rename={useRenameTelemetry(telemetry.id)} />}
      retire={<Retire telemetry={telemetry} />}
      aftermath="and takes no more events. What it received stays until your plan lets it go."
    >
      <Empty telemetry={telemetry} />
    </RetirableView>
  )
}

function Retire({ telemetry }: { telemetry: Telemetry }) {
  const { say } = useToast()
  return (
    <DangerSection
      title="Retire this endpoint"
      description="It takes no more events: what sends to it is refused. A retired endpoint cannot be revived; what it received stays."
      button="Retire the endpoint"
      question={{
        title: 'Retire this endpoint?',
        says: `${telemetry.name ?? 'The endpoint'} will answer every event with “endpoint retired”, for good.`,
        deed: 'Retire',
        typed: telemetry.id,
      }}
      mutation={useRetireTelemetry(telemetry.id)}
      onDone={() => say({ title: 'The endpoint is retired' })}
    />
  )
}

function Empty({ telemetry }: { telemetry: Telemetry }) {
  const { say } = useToast()
  return (
    <DangerSection
      title="Delete its events"
      description="Everything it received, and what was counted of it here. What is used of the month’s quota stays used."
      button="Delete all events"
      question={{
        title: 'Delete all its events?',
        says: 'They cannot be brought back.',
        deed: 'Delete all',
        typed: telemetry.id,
      }}
      mutation={useEmptyTelemetry(telemetry.id)}
      onDone={() => say({ title: 'The events are deleted' })}
    />
  )
}
