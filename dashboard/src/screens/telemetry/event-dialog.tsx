import type { TelemetryEvent } from '../../api/telemetry/events.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { FactTable } from '../../controls/fact.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { Moment } from '../../controls/relative-time.tsx'
import { t } from '../../language/texts.ts'

/** Dialog with a whole event. */
export function EventDialog({ event, onClose }: { event: TelemetryEvent | null; onClose: () => void }) {
  return (
    <Dialog
      open={event !== null}
      onClose={onClose}
      width="wide"
      title={event?.name ?? ''}
      actions={<Button onClick={onClose}>{t('shell.words.close')}</Button>}
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
          [t('telemetry.event.time'), <Moment key="time" at={event.time} />],
          [t('telemetry.event.received'), <Moment key="received" at={event.received_at} />],
          [
            t('telemetry.event.id'),
            <CopyInline key="id" label={t('telemetry.event.copyId')} value={event.id} />,
          ],
          [t('telemetry.event.page'), isolate(event.url)],
          [t('telemetry.event.referrer'), isolate(event.referrer)],
          [t('telemetry.event.user'), isolate(event.user)],
          [t('telemetry.event.clientId'), isolate(event.client_id)],
        ]}
      />
      <Props props={event.props} />
      <CodeBlock caption={t('telemetry.event.response')} code={JSON.stringify(event, null, 2)} />
    </>
  )
}

/** Keeps the direction of a text apart from that of the page; null stays null. */
function isolate(text: string | null) {
  return text === null ? null : <bdi>{text}</bdi>
}

function Props({ props }: { props: TelemetryEvent['props'] }) {
  const given = Object.entries(props)
  if (given.length === 0) return null
  return (
    <div className="overflow-hidden rounded-md border">
      <table className="w-full table-fixed text-start text-sm">
        <thead className="bg-sunken text-muted">
          <tr>
            <th className="w-2/5 px-3 py-1.5 font-medium">{t('telemetry.event.property')}</th>
            <th className="px-3 py-1.5 font-medium">{t('telemetry.event.value')}</th>
          </tr>
        </thead>
        <tbody className="divide-y [overflow-wrap:anywhere]">
          {given.map(([name, value]) => (
            <tr key={name} className="align-top">
              <td dir="auto" className="px-3 py-1.5 font-mono">
                {name}
              </td>
              <td dir="auto" className="px-3 py-1.5 whitespace-pre-wrap">
                {String(value)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
