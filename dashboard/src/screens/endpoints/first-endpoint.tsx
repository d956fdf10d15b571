import { newEndpointCommand, newEndpointPrompt } from '../../../../src/snippets/new-endpoint.ts'
import { FirstOwned } from '../../shell/owned/first-owned.tsx'

/** Empty state without endpoints. */
export function FirstEndpoint({ onNew }: { onNew: () => void }) {
  return (
    <FirstOwned
      icon="endpoints"
      one="form"
      onNew={onNew}
      command={newEndpointCommand}
      prompt={newEndpointPrompt}
    >
      Create a form, paste its URL into your page, and submissions show up here and in your email.
    </FirstOwned>
  )
}
