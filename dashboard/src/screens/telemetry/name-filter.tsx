import { useEventStats } from '../../api/telemetry/events.ts'
import { Select } from '../../controls/fields/select.tsx'
import { buildSeries } from './series.ts'

/** Value for all names; event names are never empty. */
const ALL = ''

/** Filter by event name. */
export function NameFilter(props: {
  telemetryId: string
  name: string | undefined
  onChange: (name: string | undefined) => void
}) {
  const { telemetryId, name, onChange } = props
  const { data } = useEventStats(telemetryId, { interval: 'day' })
  const known = data ? buildSeries(data, '30d').names.map((one) => one.name) : []
  const names = name === undefined || known.includes(name) ? known : [name, ...known]
  return (
    <Select
      label="Event name"
      value={name ?? ALL}
      choices={[{ value: ALL, label: 'All names' }, ...names.map((one) => ({ value: one, label: one }))]}
      onChange={(chosen) => onChange(chosen === ALL ? undefined : chosen)}
      className="min-w-0 max-w-full"
    />
  )
}
