import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { direction, language } from '../../language/language.ts'
import { joinByCommas } from '../../language/lists.ts'
import { t } from '../../language/texts.ts'
import { classes } from '../classes.ts'
import { count } from '../numbers.ts'
import { toTop } from './axis.ts'
import { TimeAxis } from './chart-parts.tsx'

/** Words about one point in time. */
type PointWords = {
  label: string
  values: readonly (readonly [name: string, value: string])[]
  /** Texts of owners about this point. */
  notes?: readonly string[]
}

const STEPS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowLeft: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  Home: () => 0,
  End: (_place, last) => last,
}

/**
 * The area of a chart: an axis with round numbers, and a cursor that says the numbers of a point in time, under the
 * pointer, under a finger, or by the arrow keys.
 *
 * @param props.most largest value; the drawing is scaled to `toTop(most)`
 * @param props.labels of the axis below the drawing
 * @param props.pick what a click with a mouse, or Enter, does with a point
 */
export function Plot(props: {
  label: string
  most: number
  points: readonly PointWords[]
  height: string
  labels: readonly string[]
  pick?: { hint: string; onPick: (place: number) => void } | undefined
  children: ReactNode
}) {
  const { label, most, points, height, labels, pick, children } = props
  const [cursor, setCursor] = useState<number | null>(null)
  const last = points.length - 1
  const shown = cursor === null ? null : Math.min(cursor, last)
  const words = shown === null ? undefined : points[shown]
  const top = toTop(most)
  function follow(event: PointerEvent<HTMLDivElement>): void {
    setCursor(findPlace(event, points.length))
  }
  function click(event: MouseEvent<HTMLDivElement>): void {
    // A finger asks for the numbers of a point.
    const isTouch =
      event.nativeEvent instanceof window.PointerEvent && event.nativeEvent.pointerType === 'touch'
    if (!isTouch) pick?.onPick(findPlace(event, points.length))
  }
  function step(event: KeyboardEvent): void {
    if (event.key === 'Escape') setCursor(null)
    if (event.key === 'Enter' && shown !== null) pick?.onPick(shown)
    const move = STEPS[event.key]
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setCursor(Math.max(0, Math.min(last, move(shown ?? last + 1, last))))
  }
  return (
    // Time runs from left to right in every language.
    <div dir="ltr" className="relative mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-3">
      <div className="relative text-right text-xs text-muted tabular-nums" aria-hidden="true">
        <span className="invisible">{count(top)}</span>
        <span className="absolute top-0 right-0 -translate-y-1/2">{count(top)}</span>
        {top % 2 === 0 ? (
          <span className="absolute top-1/2 right-0 -translate-y-1/2">{count(top / 2)}</span>
        ) : null}
        <span className="absolute right-0 bottom-0 translate-y-1/2">0</span>
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('shell.charts.slider', { label })}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown ?? last}
        aria-valuetext={toText(words ?? points[last])}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setCursor(null)}
        onKeyDown={step}
        onClick={click}
        onBlur={() => setCursor(null)}
        className={classes('relative touch-pan-y plot-lines border-b border-edge', height)}
      >
        {children}
        {words === undefined || shown === null ? null : (
          <Tip
            words={words}
            place={(shown + 0.5) / points.length}
            width={1 / points.length}
            hint={pick?.hint}
          />
        )}
      </div>
      <span />
      <TimeAxis labels={labels} />
    </div>
  )
}

/** Returns the point in time under a pointer. */
function findPlace({ currentTarget, clientX }: MouseEvent<HTMLDivElement>, points: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.max(0, Math.min(points - 1, Math.floor(((clientX - left) / width) * points)))
}

function toText(words: PointWords | undefined): string {
  if (words === undefined) return ''
  // Nouns keep their capital letter in German.
  const lower = (name: string) => (language === 'de' ? name : name.toLocaleLowerCase(language))
  const values = words.values.map(([name, value]) => `${value} ${lower(name)}`)
  return t('shell.text.labeled', {
    label: words.label,
    value: joinByCommas([...values, ...(words.notes ?? [])]),
  })
}

function Tip(props: { words: PointWords; place: number; width: number; hint: string | undefined }) {
  const { words, place, width, hint } = props
  return (
    <div className="pointer-events-none absolute inset-0" data-chart-tip>
      <span
        className="absolute inset-y-0 bg-ink/8"
        style={{ left: `${(place - width / 2) * 100}%`, width: `${width * 100}%` }}
      />
      <div
        dir={direction}
        className="floating absolute bottom-full z-10 mb-1 px-3 py-2 text-xs whitespace-nowrap"
        style={{ left: `${place * 100}%`, transform: `translateX(-${Math.round(place * 100)}%)` }}
      >
        <p className="font-semibold">{words.label}</p>
        <dl className="grid grid-cols-[auto_auto] gap-x-4 tabular-nums">
          {words.values.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="text-end font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        {words.notes?.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes may repeat.
          <bdi key={at} className="block max-w-56 truncate text-start">
            {note}
          </bdi>
        ))}
        {hint === undefined ? null : <p className="text-muted pointer-coarse:hidden">{hint}</p>}
      </div>
    </div>
  )
}

/**
 * A bar of a chart, as a part of the height of the plot.
 *
 * @param props.state `running` while its hour or day is not over
 */
export function PlotBar(props: {
  left: number
  width: number
  part: number
  color: string
  state?: 'whole' | 'running'
}) {
  const { left, width, part, color, state = 'whole' } = props
  return (
    <span
      aria-hidden="true"
      className={classes(
        'absolute bottom-0 rounded-t-[3px]',
        part === 0 ? 'bg-line' : color,
        state === 'running' && part > 0 && 'opacity-45',
      )}
      style={{
        left: `${left * 100}%`,
        width: `${width * 100}%`,
        height: part === 0 ? '2px' : `max(3px, ${part * 100}%)`,
      }}
    />
  )
}
