import type { Watch } from '../../../api/schema.ts'
import { t } from '../../../language/texts.ts'

const UNITS = {
  m: { span: 'telemetry.watches.span.minutes', last: 'telemetry.watches.inMinutes' },
  h: { span: 'telemetry.watches.span.hours', last: 'telemetry.watches.inHours' },
  d: { span: 'telemetry.watches.span.days', last: 'telemetry.watches.inDays' },
} as const
export type SpanUnit = keyof typeof UNITS

/** Splits a span of the API, such as `90m`. */
export function splitSpan(span: string): { amount: string; unit: SpanUnit } {
  const unit = span.at(-1)
  return { amount: span.slice(0, -1), unit: unit === 'm' || unit === 'd' ? unit : 'h' }
}

/** "1 hour", "90 minutes" */
function spanText(span: string): string {
  const { amount, unit } = splitSpan(span)
  return t(UNITS[unit].span, { count: Number(amount) })
}

/** "3 events in the last hour", "3 events in the last 90 minutes" */
export function countText(number: number, span: string): string {
  const events = t('telemetry.chart.total', { count: number })
  if (span === '1h') return t('telemetry.watches.inHour', { events })
  if (span === '1d') return t('telemetry.watches.inDay', { events })
  const { amount, unit } = splitSpan(span)
  return t(UNITS[unit].last, { events, count: Number(amount) })
}

/** Says in a few words what a watch watches. */
export function watchTitle({ when }: Pick<Watch, 'when'>): string {
  switch (when.kind) {
    case 'silence':
      return t('telemetry.watches.silence', { span: spanText(when.for) })
    case 'over':
      return t('telemetry.watches.over', { count: when.count, span: spanText(when.per) })
    case 'under':
      return t('telemetry.watches.under', { count: when.count, span: spanText(when.per) })
    case 'every':
      return t('telemetry.watches.every')
    case 'report':
      return t('telemetry.watches.report')
  }
}

/** The props of a watch as they are typed, one per line. */
export function propsText(props: Watch['props']): string {
  return Object.entries(props)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('\n')
}

/** Reads props as they are typed; null for a line without an equals sign. */
export function readProps(text: string): Record<string, string> | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const pairs = lines.map((line) => {
    const at = line.indexOf('=')
    return at <= 0 ? null : ([line.slice(0, at).trim(), line.slice(at + 1).trim()] as const)
  })
  const read = pairs.filter((pair) => pair !== null)
  return read.length === pairs.length ? Object.fromEntries(read) : null
}
