import type { TelemetryEvent } from '../../api/telemetry/events.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { FactTable } from '../../controls/fact.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { Moment } from '../../controls/relative-time.tsx'

/** Dialog with a whole event. */
export function EventDialog({ event, onClose }: { event: TelemetryEvent | null; onClose: () => void }) {
  return (
    <Dialog
      open={event !== null}
      onClose={onClose}
      width="wide"
      title={event?.name ?? ''}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {event && <Content event={event} />}
    </Dialog>
  )
}

function Content({ event }: { event: TelemetryEvent }) {
  return (
    <>
      <FactTable
        facts={[
          ['Time', <Moment key="time" at={event.time} />],
          ['Received', <Moment key="received" at={event.received_at} />],
          ['ID', <CopyInline key="id" label="Copy the ID" value={event.id} />],
          ['Page', event.url],
          ['Referrer', event.referrer],
          ['User', event.user],
          ['Client ID', event.client_id],
        ]}
      />
      <Props props={event.props} />
      <CodeBlock caption="API response" code={JSON.stringify(event, null, 2)} />
    </>
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
