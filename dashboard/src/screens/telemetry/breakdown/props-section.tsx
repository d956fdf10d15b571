import { useState } from 'react'
import type { PropStats } from '../../../api/schema.ts'
import { useEventProps } from '../../../api/telemetry/events.ts'
import { Button } from '../../../controls/button.tsx'
import { SkeletonRows } from '../../../controls/feedback/skeleton.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { count } from '../../../controls/numbers.ts'
import { Section } from '../../../controls/section.tsx'
import { locale } from '../../../language/language.ts'
import { t } from '../../../language/texts.ts'
import { Loaded } from '../../../shell/loaded.tsx'
import { AllValues, SHOWN_VALUES } from './all-values.tsx'

type Prop = PropStats['data'][number]
/** Shows the events with this value of a prop. */
type ChooseValue = (prop: string, value: string) => void

/** Maximum number of props that the API lists. */
const MAX_LISTED_PROPS = 50
/** Number of props shown before all are asked for. */
const SHOWN_PROPS = 6

/** Props of the events of a period by value, found by their names. */
export function PropsSection(props: {
  telemetryId: string
  name: string | undefined
  since: string
  onChoose: ChooseValue
}) {
  const { telemetryId, name, since } = props
  const query = useEventProps(telemetryId, { name, since })
  return (
    <Section
      title={t('telemetry.props.title')}
      description={name === undefined ? t('telemetry.props.ofAll') : t('telemetry.props.ofNamed', { name })}
    >
      <Loaded query={query} loading={<SkeletonRows rows={2} />}>
        {({ events, complete, data }) => (
          <>
            {complete ? null : (
              <p className="text-sm text-muted">{t('telemetry.newestOnly', { count: events })}</p>
            )}
            {data.length === 0 ? (
              <p className="text-sm text-muted">{t('telemetry.props.none')}</p>
            ) : (
              <Props props={data} {...props} />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Props(all: {
  props: readonly Prop[]
  telemetryId: string
  name: string | undefined
  since: string
  onChoose: ChooseValue
}) {
  const { props, onChoose, ...selection } = all
  const [text, setText] = useState('')
  const [isWhole, setWhole] = useState(false)
  const search = text.trim().toLowerCase()
  const found = props.filter(({ prop }) => prop.toLowerCase().includes(search))
  const shown = isWhole || search !== '' ? found : found.slice(0, SHOWN_PROPS)
  return (
    <>
      {props.length <= SHOWN_PROPS ? null : (
        <TextField
          type="search"
          label={t('telemetry.props.find')}
          quietLabel
          placeholder={t('telemetry.props.find')}
          className="sm:max-w-72"
          value={text}
          onChange={({ target }) => setText(target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {found.length === 0 ? t('telemetry.props.noneFound', { search: text.trim() }) : null}
      </p>
      {found.length === 0 && props.length === MAX_LISTED_PROPS ? (
        <AllValues title={text.trim()} {...selection} part={{ of: 'prop', prop: text.trim() }} />
      ) : null}
      <div className="gap-x-8 md:columns-2">
        {shown.map((prop) => (
          <div key={prop.prop} className="mb-6 flex min-w-0 break-inside-avoid flex-col gap-2">
            <PropTable prop={prop} onChoose={onChoose} />
            {prop.values.length < SHOWN_VALUES ? null : (
              <AllValues title={prop.prop} {...selection} part={{ of: 'prop', prop: prop.prop }} />
            )}
          </div>
        ))}
      </div>
      {shown.length === found.length ? null : (
        <Button className="self-start" onClick={() => setWhole(true)}>
          {t('telemetry.props.showAll', { count: found.length })}
        </Button>
      )}
    </>
  )
}

function PropTable({
  prop: { prop, count: total, values, numbers },
  onChoose,
}: {
  prop: Prop
  onChoose: ChooseValue
}) {
  if (numbers !== null && numbers.count === total) return <Numbers prop={prop} numbers={numbers} />
  return (
    <table className="w-full table-fixed text-start text-sm tabular-nums">
      <caption className="pb-1 text-start">
        <bdi className="font-mono font-semibold [overflow-wrap:anywhere]">{prop}</bdi>{' '}
        <span className="text-muted">{t('telemetry.props.inEvents', { count: total })}</span>
      </caption>
      <colgroup>
        <col />
        <col className="w-16" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th>{t('telemetry.event.value')}</th>
          <th>{t('telemetry.eventsLabel')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ value, count: often }) => (
          <tr key={`${typeof value} ${value}`}>
            <td className="relative p-0 py-0.5">
              <span
                aria-hidden="true"
                className="absolute inset-y-0.5 start-0 rounded-sm bg-tint"
                style={{ width: `${(often / total) * 100}%` }}
              />
              <button
                type="button"
                aria-label={t('telemetry.events.showWith', { prop, value: String(value) })}
                title={String(value)}
                onClick={() => onChoose(prop, String(value))}
                className="relative block min-h-6 w-full cursor-pointer truncate px-2 py-0.5 text-start hover:underline pointer-coarse:min-h-9"
              >
                <bdi>{value === '' ? t('telemetry.empty') : String(value)}</bdi>
              </button>
            </td>
            <td className="text-end">{count(often)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const inShort = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

/** A prop whose values are numbers. */
function Numbers({ prop, numbers }: { prop: string; numbers: NonNullable<Prop['numbers']> }) {
  const facts = [
    [t('telemetry.props.sum'), numbers.sum],
    [t('telemetry.props.median'), numbers.median],
    [t('telemetry.props.p95'), numbers.p95],
  ] as const
  return (
    <section aria-label={prop} className="text-sm tabular-nums">
      <h3 className="pb-1 text-sm font-normal">
        <bdi className="font-mono font-semibold [overflow-wrap:anywhere]">{prop}</bdi>{' '}
        <span className="text-muted">{t('telemetry.props.inEvents', { count: numbers.count })}</span>
      </h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end font-semibold">{inShort.format(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
