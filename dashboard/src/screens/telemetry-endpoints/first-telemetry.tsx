import { FirstOwned } from '../../shell/owned/first-owned.tsx'
import { newTelemetryCommand, newTelemetryPrompt } from '../../snippets/telemetry/new-telemetry.ts'

/** Before the first telemetry endpoint. */
export function FirstTelemetry({ onNew }: { onNew: () => void }) {
  return (
    <FirstOwned
      icon="telemetry"
      one="telemetry endpoint"
      onNew={onNew}
      command={newTelemetryCommand}
      prompt={newTelemetryPrompt}
    >
      It is an address that pages and programs tell what happens: each event has a name and props. They are
      counted here by name, without cookies and without anybody’s address.
    </FirstOwned>
  )
}
