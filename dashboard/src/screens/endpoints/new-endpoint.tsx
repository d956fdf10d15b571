import { useNavigate } from '@tanstack/react-router'
import { newEndpointCommand, newEndpointPrompt } from '../../../../src/snippets/new-endpoint.ts'
import { useMe } from '../../api/accounts/me.ts'
import { useCreateOwned } from '../../api/endpoints/owned.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { rich, t } from '../../language/texts.ts'
import { FirstOwned } from '../../shell/owned/first-owned.tsx'
import { linkTo } from '../../shell/owned/kinds.ts'
import { NameDialog } from '../../shell/owned/name-dialog.tsx'

/** Empty state without endpoints. */
export function FirstEndpoint({ onNew }: { onNew: () => void }) {
  return (
    <FirstOwned kind="endpoints" onNew={onNew} command={newEndpointCommand} prompt={newEndpointPrompt}>
      {t('endpoints.first')}
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
      description={rich('endpoints.new.text', {
        email: <strong className="text-ink">{me.data?.email}</strong>,
      })}
      example={t('endpoints.new.example')}
      create={useCreateOwned('endpoints')}
      onCreated={({ id }) => {
        showToast({ title: t('endpoints.ready') })
        navigate(linkTo('endpoints', id))
      }}
    />
  )
}
