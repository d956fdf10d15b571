import { FirstOwned } from '../../shell/owned/first-owned.tsx'
import { newEndpointCommand, newEndpointPrompt } from '../../snippets/new-endpoint.ts'

/** Before the first endpoint. */
export function FirstEndpoint({ onNew }: { onNew: () => void }) {
  return (
    <FirstOwned
      icon="endpoints"
      one="endpoint"
      onNew={onNew}
      command={newEndpointCommand}
      prompt={newEndpointPrompt}
    >
      An endpoint is an address that forms are sent to. Whatever arrives is kept here and mailed to you.
    </FirstOwned>
  )
}
