import { SmallLine } from '../../controls/charts/time-chart.tsx'
import { count } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { t } from '../../language/texts.ts'
import type { NameCount } from './series.ts'

/** Event counts by name with a sparkline; selecting a name filters the view. */
export function NamesTable(props: {
  names: readonly NameCount[]
  chosen: string | undefined
  onChoose: (name: string | undefined) => void
}) {
  const { names, chosen, onChoose } = props
  return (
    <Section title={t('telemetry.names.title')} description={t('telemetry.names.hint')}>
      {names.length === 0 ? (
        <p className="text-sm text-muted">{t('telemetry.names.none')}</p>
      ) : (
        <div className="-mx-5 -mb-5 max-h-96 overflow-y-auto scrollbar-quiet">
          <table className="w-full table-fixed text-start text-sm tabular-nums">
            <thead>
              <tr className="border-b text-muted">
                <th className="py-1.5 ps-5 font-medium">{t('shell.words.name')}</th>
                <th className="w-16 py-1.5 font-medium">
                  <span className="sr-only">{t('telemetry.names.trend')}</span>
                </th>
                <th className="w-22 py-1.5 pe-5 text-end font-medium">{t('telemetry.names.count')}</th>
              </tr>
            </thead>
            <tbody className="divide-y">
              {names.map(({ name, total, values }) => (
                <tr key={name} className={name === chosen ? 'bg-tint' : undefined}>
                  <td className="p-0">
                    <button
                      type="button"
                      aria-pressed={name === chosen}
                      title={name}
                      onClick={() => onChoose(name === chosen ? undefined : name)}
                      className="block min-h-9 w-full ps-5 text-start font-medium -outline-offset-2 hover:text-accent aria-pressed:text-accent pointer-coarse:min-h-11"
                    >
                      <span dir="auto" className="block truncate">
                        {name}
                      </span>
                    </button>
                  </td>
                  <td className="px-1">
                    <SmallLine values={values} />
                  </td>
                  <td className="pe-5 text-end">{count(total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}
