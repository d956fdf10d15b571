import type { Endpoint } from '../../api/endpoints.ts'
import { CodeBlock } from '../../controls/code-block.tsx'
import { EmptyState } from '../../controls/states.tsx'
import { curlSnippet } from '../../snippets/curl.ts'
import { htmlSnippet } from '../../snippets/html.ts'
import { TestButton } from './overview-view.tsx'
import { snippetOptions } from './snippets-view.tsx'

/** Before the first submission: how to send one. */
export function FirstSubmission({ endpoint }: { endpoint: Endpoint }) {
  const options = snippetOptions(endpoint)
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4">
      <EmptyState icon="mail" title="Nothing has arrived yet" deeds={<TestButton endpoint={endpoint} />}>
        Put the form on your page, or send a submission from here to see where it goes.
      </EmptyState>
      <CodeBlock caption="From a terminal" code={curlSnippet(options).code} />
      <CodeBlock caption="On a page" code={htmlSnippet(options).code} />
    </div>
  )
}
