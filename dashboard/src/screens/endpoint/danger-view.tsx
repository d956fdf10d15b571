import { useEmptyEndpoint, useRetireEndpoint } from '../../api/endpoints/endpoints.ts'
import type { Endpoint } from '../../api/schema.ts'
import { countOf } from '../../controls/numbers.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { DangerSection } from '../../shell/owned/danger-section.tsx'
import { RetirableView } from '../../shell/owned/retirable-view.tsx'

/** What cannot be taken back. */
export function DangerView({ endpoint }: { endpoint: Endpoint }) {
  return (
    <RetirableView
      retiredAt={endpoint.retired_at}
      retire={<Retire endpoint={endpoint} />}
      aftermath="and takes no more submissions. What it received stays until your plan lets it go."
    >
      <Empty endpoint={endpoint} />
    </RetirableView>
  )
}

function Retire({ endpoint }: { endpoint: Endpoint }) {
  const { say } = useToast()
  return (
    <DangerSection
      title="Retire this endpoint"
      description="It takes no more submissions: forms that post to it show their visitors an error. A retired endpoint cannot be revived; what it received stays."
      button="Retire the endpoint"
      question={{
        title: 'Retire this endpoint?',
        says: `${endpoint.name ?? 'The endpoint'} will answer every submission with “endpoint retired”, for good.`,
        deed: 'Retire',
        typed: endpoint.id,
      }}
      mutation={useRetireEndpoint(endpoint.id)}
      onDone={() => say({ title: 'The endpoint is retired' })}
    />
  )
}

function Empty({ endpoint }: { endpoint: Endpoint }) {
  const { say } = useToast()
  return (
    <DangerSection
      title="Delete its submissions"
      description={
        endpoint.state === 'retired'
          ? 'Everything it received, spam and archive too, with emails not yet sent.'
          : 'Everything it received, spam and archive too, with emails not yet sent. The endpoint goes on taking new ones.'
      }
      button="Delete all submissions"
      question={{
        title: 'Delete all its submissions?',
        says: 'They cannot be brought back. Export them first if you may want them.',
        deed: 'Delete all',
        typed: endpoint.id,
      }}
      mutation={useEmptyEndpoint(endpoint.id)}
      onDone={({ deleted }) => say({ title: `${countOf(deleted, 'submission')} deleted` })}
    />
  )
}
