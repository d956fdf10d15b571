import { newTelemetryCommand, newTelemetryPrompt } from '../../../../src/snippets/telemetry/new-telemetry.ts'
import { FirstOwned } from '../../shell/owned/first-owned.tsx'

/** Empty state without telemetry endpoints. */
export function FirstTelemetry({ onNew }: { onNew: () => void }) {
  return (
    <FirstOwned
      icon="telemetry"
      one="telemetry endpoint"
      onNew={onNew}
      command={newTelemetryCommand}
      prompt={newTelemetryPrompt}
    >
      Send events from any page or program and see them counted by name. No cookies, no IP addresses.
    </FirstOwned>
  )
}
