import type { Endpoint } from '../../api/schema.ts'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { TestButton } from './test-button.tsx'
import { WaysToSubmit } from './ways-to-submit.tsx'

/** Empty state of an endpoint without submissions. */
export function FirstSubmission({ endpoint }: { endpoint: Endpoint }) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col">
      <EmptyState
        icon="mail"
        title="No submissions yet"
        actions={<TestButton endpoint={endpoint} weight="main" />}
      >
        Add the form to your page, or send a test submission; it'll appear here.
      </EmptyState>
      <WaysToSubmit endpoint={endpoint} />
    </div>
  )
}
