import type { Endpoint } from '../../api/schema.ts'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { TestButton } from './test-button.tsx'
import { WaysToSubmit } from './ways-to-submit.tsx'

/** Before the first submission: how to send one. */
export function FirstSubmission({ endpoint }: { endpoint: Endpoint }) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col">
      <EmptyState
        icon="mail"
        title="Nothing has arrived yet"
        deeds={<TestButton endpoint={endpoint} weight="main" />}
      >
        Put the form on your page, or send a submission from here to see where it goes.
      </EmptyState>
      <WaysToSubmit endpoint={endpoint} />
    </div>
  )
}
