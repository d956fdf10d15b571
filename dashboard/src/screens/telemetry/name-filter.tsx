import { useEventStats } from '../../api/telemetry/events.ts'
import { Select } from '../../controls/fields/select.tsx'
import { t } from '../../language/texts.ts'
import { buildSeries } from './series.ts'

/** Value for all names, or none; event names are never empty. */
const NONE = ''

type Props = {
  telemetryId: string
  name: string | undefined
  onChange: (name: string | undefined) => void
}

/** Filter by event name. */
export function NameFilter({ telemetryId, name, onChange }: Props) {
  const known = useNames(telemetryId)
  const names = name === undefined || known.includes(name) ? known : [name, ...known]
  return (
    <Names
      label={t('telemetry.eventName')}
      none={t('telemetry.allNames')}
      names={names}
      name={name}
      onChange={onChange}
    />
  )
}

/** Choice of a second event name, to compare the first one with; nothing without another name. */
export function OtherName({ telemetryId, first, name, onChange }: Props & { first: string }) {
  const known = useNames(telemetryId).filter((one) => one !== first)
  const names = name === undefined || known.includes(name) ? known : [name, ...known]
  if (names.length === 0) return null
  return (
    <Names
      label={t('telemetry.compare.label')}
      none={t('telemetry.compare.choose')}
      toLabel={(one) => t('telemetry.compare.with', { name: one })}
      names={names}
      name={name}
      onChange={onChange}
    />
  )
}

function Names(props: {
  label: string
  none: string
  /** Label of the choice of a name; without it, the name. */
  toLabel?: (name: string) => string
  names: readonly string[]
  name: string | undefined
  onChange: (name: string | undefined) => void
}) {
  const { label, none, toLabel = (one) => one, names, name, onChange } = props
  return (
    <Select
      label={label}
      value={name ?? NONE}
      choices={[{ value: NONE, label: none }, ...names.map((one) => ({ value: one, label: toLabel(one) }))]}
      onChange={(chosen) => onChange(chosen === NONE ? undefined : chosen)}
      className="min-w-0 max-w-full"
    />
  )
}

/** Returns the names of the last 30 days, the most frequent first. */
function useNames(telemetryId: string): string[] {
  const { data } = useEventStats(telemetryId, { interval: 'day' })
  return data ? buildSeries(data, '30d').names.map((one) => one.name) : []
}
