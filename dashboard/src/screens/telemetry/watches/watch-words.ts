import type { Watch } from '../../../api/schema.ts'
import { pluralize } from '../../../controls/numbers.ts'

const UNITS = { m: 'minute', h: 'hour', d: 'day' } as const
export type SpanUnit = keyof typeof UNITS

/** Splits a span of the API, such as `90m`. */
export function splitSpan(span: string): { amount: string; unit: SpanUnit } {
  const unit = span.at(-1)
  return { amount: span.slice(0, -1), unit: unit === 'm' || unit === 'd' ? unit : 'h' }
}

/** "1 hour", "90 minutes" */
export function spanText(span: string): string {
  const { amount, unit } = splitSpan(span)
  return pluralize(Number(amount), UNITS[unit])
}

/** Says in a few words what a watch watches. */
export function watchTitle({ when }: Pick<Watch, 'when'>): string {
  switch (when.kind) {
    case 'silence':
      return `Nothing for ${spanText(when.for)}`
    case 'over':
      return `More than ${pluralize(when.count, 'event')} in ${spanText(when.per)}`
    case 'under':
      return `Fewer than ${pluralize(when.count, 'event')} in ${spanText(when.per)}`
    case 'every':
      return 'Each event'
    case 'report':
      return 'Weekly report'
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
