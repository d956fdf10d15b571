import type { ToldWatch } from '../outbox/notice.ts'
import { readSpan, type Span, type WatchCondition } from './watch.ts'

const UNITS = { m: 'minute', h: 'hour', d: 'day' } as const

/** Says for people, in English, what a watch tells: in a few words, and in a sentence. */
export function describeToldWatch(told: ToldWatch): { title: string; text: string } {
  const counted = describeCounted(told)
  switch (told.kind) {
    case 'fired': {
      const last =
        told.lastSeenAt === null ? 'None has arrived yet.' : `The last one arrived at ${told.lastSeenAt}.`
      return {
        title: describeCondition(told.when),
        text: `${describeCondition(told.when)} (${counted}). ${last}`,
      }
    }
    case 'cleared':
      return {
        title: 'Back to normal',
        text: `No longer: ${describeCondition(told.when).toLowerCase()} (${counted}). It had fired at ${told.firedAt}.`,
      }
    case 'events':
      return {
        title: count(told.count, 'new event'),
        text: `${count(told.count, 'new event')} (${counted}).`,
      }
    case 'report': {
      const names = told.names.map(({ name, count }) => `${name}: ${count}`).join(', ')
      const title = `${count(told.total, 'event')} this week`
      return { title, text: names === '' ? `${title}.` : `${title}. ${names}` }
    }
  }
}

function describeCondition(when: WatchCondition): string {
  switch (when.kind) {
    case 'silence':
      return `Nothing received for ${describeSpan(when.for)}`
    case 'over':
      return `More than ${count(when.count, 'event')} in ${describeSpan(when.per)}`
    case 'under':
      return `Fewer than ${count(when.count, 'event')} in ${describeSpan(when.per)}`
    case 'every':
      return 'Each event'
    case 'report':
      return 'Weekly report'
  }
}

function describeCounted({ name, props }: ToldWatch): string {
  const pairs = props.map(([prop, value]) => `${prop}=${value}`)
  return [name ?? 'all events', ...(pairs.length > 0 ? [`with ${pairs.join(', ')}`] : [])].join(' ')
}

function describeSpan(span: Span): string {
  const unit = span.at(-1)
  return readSpan(span) === null || !(unit === 'm' || unit === 'h' || unit === 'd')
    ? span
    : count(Number(span.slice(0, -1)), UNITS[unit])
}

function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`
}
