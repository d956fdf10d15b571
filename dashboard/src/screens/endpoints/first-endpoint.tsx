import { FirstOwned } from '../../shell/owned/first-owned.tsx'
import { newEndpointCommand, newEndpointPrompt } from '../../snippets/new-endpoint.ts'

/** Empty state without endpoints. */
export function FirstEndpoint({ onNew }: { onNew: () => void }) {
  return (
    <FirstOwned
      icon="endpoints"
      one="endpoint"
      onNew={onNew}
      command={newEndpointCommand}
      prompt={newEndpointPrompt}
    >
      Create an endpoint, post your form to its URL, and submissions show up here and in your email.
    </FirstOwned>
  )
}
