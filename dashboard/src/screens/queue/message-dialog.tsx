import type { ReactNode } from 'react'
import type { Message } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { count } from '../../controls/numbers.ts'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { Moment } from '../../controls/relative-time.tsx'
import { formatBody } from './message-words.ts'

/** Dialog with a whole message. */
export function MessageDialog(props: {
  message: Message | null
  onClose: () => void
  action?: (message: Message) => ReactNode
}) {
  const { message, onClose, action } = props
  return (
    <Dialog
      open={message !== null}
      onClose={onClose}
      width="wide"
      title="Message"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {message && action?.(message)}
        </>
      }
    >
      {message && <Facts message={message} />}
    </Dialog>
  )
}

function Facts({ message }: { message: Message }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1.5 text-sm">
        <dt className="text-muted">Published</dt>
        <dd>
          <Moment at={new Date(message.timestamp_ms).toISOString()} />
        </dd>
        <dt className="text-muted">Attempts</dt>
        <dd className="tabular-nums">{count(message.attempts)}</dd>
        {message.reason === null ? null : (
          <>
            <dt className="text-muted">Reason</dt>
            <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{message.reason}</dd>
          </>
        )}
        <dt className="text-muted">ID</dt>
        <dd className="flex min-w-0">
          <CopyInline label="Copy the ID" value={message.id} />
        </dd>
      </dl>
      <CodeBlock caption={message.content_type === 'text' ? 'Text' : 'JSON'} code={formatBody(message)} />
    </>
  )
}
