import { type ReactNode, useState } from 'react'
import type { Message } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { count } from '../../controls/numbers.ts'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { Moment } from '../../controls/relative-time.tsx'
import { textOf } from './message-words.ts'

/** All of a message. */
export function MessageDialog(props: {
  message: Message | null
  onClose: () => void
  deed?: (message: Message) => ReactNode
}) {
  const { message, onClose, deed } = props
  // While it closes it still shows what it showed.
  const [shown, setShown] = useState(message)
  if (message !== null && message !== shown) setShown(message)
  if (shown === null) return null
  return (
    <Dialog
      open={message !== null}
      onClose={onClose}
      width="wide"
      title="Message"
      deeds={
        <>
          <Button onClick={onClose}>Close</Button>
          {deed?.(shown)}
        </>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1.5 text-sm">
        <dt className="text-muted">Published</dt>
        <dd>
          <Moment at={new Date(shown.timestamp_ms).toISOString()} />
        </dd>
        <dt className="text-muted">Handed out</dt>
        <dd className="tabular-nums">
          {shown.attempts === 0
            ? 'Never'
            : `${count(shown.attempts)} ${shown.attempts === 1 ? 'time' : 'times'}`}
        </dd>
        <dt className="text-muted">Id</dt>
        <dd className="flex min-w-0">
          <CopyInline label="Copy the id" value={shown.id} />
        </dd>
      </dl>
      <CodeBlock caption={shown.content_type === 'text' ? 'Text' : 'JSON'} code={textOf(shown)} />
    </Dialog>
  )
}
