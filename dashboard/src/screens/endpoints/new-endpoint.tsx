import { useNavigate } from '@tanstack/react-router'
import { useMe } from '../../api/accounts/me.ts'
import { useCreateEndpoint } from '../../api/endpoints/endpoints.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { NameDialog } from '../../shell/owned/name-dialog.tsx'

/** Creates an endpoint and opens it. */
export function NewEndpoint({ open, onClose }: { open: boolean; onClose: () => void }) {
  const me = useMe()
  const navigate = useNavigate()
  const { showToast } = useToast()
  return (
    <NameDialog
      open={open}
      onClose={onClose}
      title="New form"
      description={
        <>
          Its submissions are kept here and emailed to <strong className="text-ink">{me.data?.email}</strong>.
        </>
      }
      example="Contact, acme.org"
      create={useCreateEndpoint()}
      onCreated={({ id }) => {
        showToast({ title: 'The form is ready' })
        navigate({ to: '/forms/$endpointId', params: { endpointId: id } })
      }}
    />
  )
}
