import { useEmptyEndpoint, useRetireEndpoint } from '../../api/endpoints/endpoints.ts'
import type { Endpoint } from '../../api/schema.ts'
import { pluralize } from '../../controls/numbers.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { DangerSection } from '../../shell/owned/danger-section.tsx'
import { RetirableView } from '../../shell/owned/retirable-view.tsx'

/** Actions that can't be undone. */
export function DangerView({ endpoint }: { endpoint: Endpoint }) {
  return (
    <RetirableView
      retiredAt={endpoint.retired_at}
      retire={<Retire endpoint={endpoint} />}
      consequence="and no longer accepts submissions. Its submissions stay for as long as your plan keeps them."
    >
      <Empty endpoint={endpoint} />
    </RetirableView>
  )
}

function Retire({ endpoint }: { endpoint: Endpoint }) {
  const { showToast } = useToast()
  return (
    <DangerSection
      title="Retire this form"
      description="It stops accepting submissions, and visitors get an error page. You keep the submissions you have. This can't be undone."
      button="Retire the form"
      question={{
        title: 'Retire this form?',
        description: `${endpoint.name ?? 'The form'} will reject every new submission, permanently.`,
        action: 'Retire',
        typed: endpoint.name ?? endpoint.id,
      }}
      mutation={useRetireEndpoint(endpoint.id)}
      onDone={() => showToast({ title: 'The form is retired' })}
    />
  )
}

function Empty({ endpoint }: { endpoint: Endpoint }) {
  const { showToast } = useToast()
  return (
    <DangerSection
      title="Delete its submissions"
      description={
        endpoint.state === 'retired'
          ? 'Every submission, including spam and archive, and emails not sent yet.'
          : 'Every submission, including spam and archive, and emails not sent yet. The form keeps accepting new ones.'
      }
      button="Delete all submissions"
      question={{
        title: 'Delete all submissions?',
        description: "This can't be undone. Export them first if you might need them.",
        action: 'Delete all',
        typed: endpoint.name ?? endpoint.id,
      }}
      mutation={useEmptyEndpoint(endpoint.id)}
      onDone={({ deleted }) => showToast({ title: `${pluralize(deleted, 'submission')} deleted` })}
    />
  )
}
