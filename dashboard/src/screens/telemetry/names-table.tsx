import { SmallLine } from '../../controls/charts/time-chart.tsx'
import { count } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import type { NameCount } from './series.ts'

/** Event counts by name with a sparkline; selecting a name filters the view. */
export function NamesTable(props: {
  names: readonly NameCount[]
  chosen: string | undefined
  onChoose: (name: string | undefined) => void
}) {
  const { names, chosen, onChoose } = props
  return (
    <Section title="By name" description="Select a name to see its events alone.">
      {names.length === 0 ? (
        <p className="text-sm text-muted">No events in this period.</p>
      ) : (
        <div className="-mx-5 -mb-5 max-h-96 overflow-y-auto scrollbar-quiet">
          <table className="w-full table-fixed text-left text-sm tabular-nums">
            <thead>
              <tr className="border-b text-muted">
                <th className="py-1.5 pl-5 font-medium">Name</th>
                <th className="w-16 py-1.5 font-medium">
                  <span className="sr-only">Trend</span>
                </th>
                <th className="w-22 py-1.5 pr-5 text-right font-medium">Events</th>
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
                      className="block min-h-9 w-full truncate pl-5 text-left font-medium -outline-offset-2 hover:text-accent aria-pressed:text-accent pointer-coarse:min-h-11"
                    >
                      {name}
                    </button>
                  </td>
                  <td className="px-1">
                    <SmallLine values={values} />
                  </td>
                  <td className="pr-5 text-right">{count(total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}
