import { useMe } from '../../api/me.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { EmptyState } from '../../controls/states.tsx'

/** Before the first endpoint: one press, one command, or one sentence to an agent. */
export function FirstEndpoint({ onNew }: { onNew: () => void }) {
  const me = useMe()
  const base = me.data?.base_url ?? window.location.origin
  const mailbox = me.data?.mailbox ?? 'YOUR_ADDRESS'
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4">
      <EmptyState
        icon="endpoints"
        title="Your first endpoint"
        deeds={
          <Button weight="main" size="large" icon="plus" onClick={onNew}>
            New endpoint
          </Button>
        }
      >
        An endpoint is an address that forms are sent to. Whatever arrives is kept here and mailed to you.
      </EmptyState>
      <CodeBlock caption="From a terminal" code={`curl -d recipient=${mailbox} ${base}/new`} />
      <CodeBlock
        caption="For a coding agent"
        code={`Add a contact form to my page. Read ${base}/llms.txt, create an endpoint with ${mailbox} as its recipient, and let the form post to it.`}
      />
    </div>
  )
}
