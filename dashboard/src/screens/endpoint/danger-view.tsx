import { useEffect, useRef } from 'react'
import { type Endpoint, useEmptyEndpoint, useRetireEndpoint } from '../../api/endpoints.ts'
import { countOf } from '../../controls/numbers.ts'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useToast } from '../../controls/toast.tsx'
import { DangerSection } from '../../shell/danger-section.tsx'

/** What cannot be taken back. */
export function DangerView({ endpoint }: { endpoint: Endpoint }) {
  const view = useRef<HTMLDivElement>(null)
  const retired = endpoint.retired_at !== null
  const wasRetired = useRef(retired)
  useEffect(() => {
    // The button that opened the dialog has gone, and the focus with it.
    const goesOn = retired && !wasRetired.current && document.activeElement === document.body
    wasRetired.current = retired
    if (goesOn) view.current?.focus({ preventScroll: true })
  }, [retired])
  return (
    <div ref={view} tabIndex={-1} className="flex max-w-3xl flex-col gap-6 outline-none">
      {endpoint.retired_at === null ? (
        <Retire endpoint={endpoint} />
      ) : (
        <Section title="Retired">
          <p>
            It was retired <RelativeTime at={endpoint.retired_at} /> and takes no more submissions. What it
            received stays until your plan lets it go.
          </p>
        </Section>
      )}
      <Empty endpoint={endpoint} />
    </div>
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
          ? 'Everything it received, spam and archive too, with letters not yet sent.'
          : 'Everything it received, spam and archive too, with letters not yet sent. The endpoint goes on taking new ones.'
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
