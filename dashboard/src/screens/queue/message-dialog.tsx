import { type ReactNode, useState } from 'react'
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
  // Keeps its content during the closing animation.
  const [shown, setShown] = useState(message)
  if (message !== null && message !== shown) setShown(message)
  if (shown === null) return null
  return (
    <Dialog
      open={message !== null}
      onClose={onClose}
      width="wide"
      title="Message"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {action?.(shown)}
        </>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1.5 text-sm">
        <dt className="text-muted">Published</dt>
        <dd>
          <Moment at={new Date(shown.timestamp_ms).toISOString()} />
        </dd>
        <dt className="text-muted">Attempts</dt>
        <dd className="tabular-nums">{count(shown.attempts)}</dd>
        {shown.reason === null ? null : (
          <>
            <dt className="text-muted">Reason</dt>
            <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{shown.reason}</dd>
          </>
        )}
        <dt className="text-muted">ID</dt>
        <dd className="flex min-w-0">
          <CopyInline label="Copy the ID" value={shown.id} />
        </dd>
      </dl>
      <CodeBlock caption={shown.content_type === 'text' ? 'Text' : 'JSON'} code={formatBody(shown)} />
    </Dialog>
  )
}
