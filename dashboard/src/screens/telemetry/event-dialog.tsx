import { type ReactNode, useState } from 'react'
import type { TelemetryEvent } from '../../api/telemetry/events.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { Moment } from '../../controls/relative-time.tsx'

/** Dialog with a whole event. */
export function EventDialog({ event, onClose }: { event: TelemetryEvent | null; onClose: () => void }) {
  // Keeps its content during the closing animation.
  const [shown, setShown] = useState(event)
  if (event !== null && event !== shown) setShown(event)
  if (shown === null) return null
  return (
    <Dialog
      open={event !== null}
      onClose={onClose}
      width="wide"
      title={shown.name}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1.5 text-sm">
        <Fact name="Time">
          <Moment at={shown.time} />
        </Fact>
        <Fact name="Received">
          <Moment at={shown.received_at} />
        </Fact>
        <Fact name="ID">
          <CopyInline label="Copy the ID" value={shown.id} />
        </Fact>
        <Fact name="Page">{shown.url}</Fact>
        <Fact name="Referrer">{shown.referrer}</Fact>
        <Fact name="User">{shown.user}</Fact>
        <Fact name="Client ID">{shown.client_id}</Fact>
      </dl>
      <Props props={shown.props} />
      <CodeBlock caption="API response" code={JSON.stringify(shown, null, 2)} />
    </Dialog>
  )
}

function Props({ props }: { props: TelemetryEvent['props'] }) {
  const given = Object.entries(props)
  if (given.length === 0) return null
  return (
    <div className="overflow-hidden rounded-md border">
      <table className="w-full table-fixed text-left text-sm">
        <thead className="bg-sunken text-muted">
          <tr>
            <th className="w-2/5 px-3 py-1.5 font-medium">Property</th>
            <th className="px-3 py-1.5 font-medium">Value</th>
          </tr>
        </thead>
        <tbody className="divide-y [overflow-wrap:anywhere]">
          {given.map(([name, value]) => (
            <tr key={name} className="align-top">
              <td className="px-3 py-1.5 font-mono">{name}</td>
              <td className="px-3 py-1.5 whitespace-pre-wrap">{String(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Renders nothing without a value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
