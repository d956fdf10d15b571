import { useNavigate } from '@tanstack/react-router'
import { newEndpointCommand, newEndpointPrompt } from '../../../../src/snippets/new-endpoint.ts'
import { useMe } from '../../api/accounts/me.ts'
import { useCreateOwned } from '../../api/endpoints/owned.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { FirstOwned } from '../../shell/owned/first-owned.tsx'
import { linkTo } from '../../shell/owned/kinds.ts'
import { NameDialog } from '../../shell/owned/name-dialog.tsx'

/** Empty state without endpoints. */
export function FirstEndpoint({ onNew }: { onNew: () => void }) {
  return (
    <FirstOwned kind="endpoints" onNew={onNew} command={newEndpointCommand} prompt={newEndpointPrompt}>
      Create a form, paste its URL into your page, and submissions show up here and in your email.
    </FirstOwned>
  )
}

/** Creates an endpoint and opens it. */
export function NewEndpoint({ open, onClose }: { open: boolean; onClose: () => void }) {
  const me = useMe()
  const navigate = useNavigate()
  const { showToast } = useToast()
  return (
    <NameDialog
      kind="endpoints"
      open={open}
      onClose={onClose}
      description={
        <>
          Its submissions are kept here and emailed to <strong className="text-ink">{me.data?.email}</strong>.
        </>
      }
      example="Contact, acme.org"
      create={useCreateOwned('endpoints')}
      onCreated={({ id }) => {
        showToast({ title: 'The form is ready' })
        navigate(linkTo('endpoints', id))
      }}
    />
  )
}
