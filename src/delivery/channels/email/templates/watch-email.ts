import { formatCount, formatInstant, LANGUAGE_FACTS, type Language } from '../../../../domain/language.ts'
import type { ToldWatch } from '../../../../domain/outbox/notice.ts'
import type { TelemetryEvent } from '../../../../domain/telemetry/event.ts'
import { readSpan, type WatchCondition } from '../../../../domain/telemetry/watch.ts'
import { DAY, HOUR, MINUTE } from '../../../../domain/time.ts'
import { type Texts, textsIn } from '../../../../locales/texts.ts'
import type { Facts, NoticeContents } from './notice-contents.ts'
import { defang, plainLine, shownName, truncate } from './submitted-text.ts'

type Words = Texts['emails']['notice']['watch']
type Fact = Facts['facts'][number]

/** Maximum number of characters of a name or a value of strangers. */
const MAX_SHOWN = 200

/**
 * Composes the email of watches of a telemetry endpoint. Names, props and addresses of events are text of strangers.
 *
 * @param input.events those that each of `told` tells of, newest first
 */
export function watchContents(input: {
  language: Language
  endpointId: string
  /** Name of the endpoint. */
  name: string | null
  told: readonly ToldWatch[]
  events: readonly (readonly TelemetryEvent[])[]
  stopUrl: string
  base: string
}): NoticeContents {
  const { language, endpointId, told, events, stopUrl, base } = input
  const words = textsIn(language).emails.notice.watch
  const [first] = told
  const what =
    first && told.length === 1 ? describe(first, language) : words.what.several({ count: told.length })
  const heading = `${shownName(input.name) ?? endpointId}${LANGUAGE_FACTS[language].colon}${what}`
  return {
    language,
    subject: heading,
    preview: words.preview,
    heading,
    paragraphs: [
      ...told.flatMap((one, place) => tell(one, { language, events: events[place] ?? [] })),
      words.opening({ id: endpointId, base }),
    ],
    button: { label: words.button, url: `${base}/app/telemetry/${endpointId}?view=events` },
    code: null,
    notes: [words.note],
    stop: { label: words.stop, url: stopUrl },
  }
}

/** Says in a few words what a watch tells. */
function describe(told: ToldWatch, language: Language): string {
  const { what } = textsIn(language).emails.notice.watch
  switch (told.kind) {
    case 'fired':
      return describeCondition(told.when, language)
    case 'cleared':
      return what.cleared
    case 'events':
      return what.events({ count: told.count })
    case 'report':
      return what.report({ count: told.total })
  }
}

function describeCondition(when: WatchCondition, language: Language): string {
  const { what } = textsIn(language).emails.notice.watch
  switch (when.kind) {
    case 'silence':
      return what.silence({ span: formatSpan(when.for, language) })
    case 'over':
    case 'under':
      return what[when.kind]({
        amount: formatAmount(when.count, language),
        span: formatSpan(when.per, language),
      })
    case 'every':
    case 'report':
      // They do not fire.
      return ''
  }
}

/** Tells what happened in a sentence, and the facts about it. */
function tell(
  told: ToldWatch,
  { language, events }: { language: Language; events: readonly TelemetryEvent[] },
): NoticeContents['paragraphs'] {
  const words = textsIn(language).emails.notice.watch
  const { labels, says } = words
  const time = (at: string) => formatInstant(language, new Date(at))
  const counted = listCounted(told, words)
  switch (told.kind) {
    case 'fired': {
      const last = toFact(labels.lastEvent, told.lastSeenAt === null ? words.none : time(told.lastSeenAt))
      const count = told.count === null ? [] : [toFact(labels.count, formatCount(language, told.count))]
      return [sayFired(told.when, language), { facts: [...counted, ...count, last] }]
    }
    case 'cleared': {
      const watch = toFact(labels.watch, describeCondition(told.when, language))
      return [says.cleared, { facts: [watch, ...counted, toFact(labels.firedAt, time(told.firedAt))] }]
    }
    case 'events': {
      const more = told.count - events.length
      // Events may have been deleted since.
      if (events.length === 0) {
        return [says.events, { facts: [...counted, toFact(labels.count, formatCount(language, told.count))] }]
      }
      const messages = events.map((event) => ({
        date: formatInstant(language, event.time),
        text: printEvent(event),
      }))
      return [
        says.events,
        ...(counted.length > 0 ? [{ facts: counted }] : []),
        { messages },
        ...(more > 0 ? [words.more({ count: more })] : []),
      ]
    }
    case 'report': {
      const names = told.names.map(({ name, count }) => toFact(shown(name), formatCount(language, count)))
      const span = [toFact(labels.from, time(told.since)), toFact(labels.until, time(told.until))]
      const total = toFact(labels.count, formatCount(language, told.total))
      return [says.report, { facts: [...span, total] }, ...(names.length > 0 ? [{ facts: names }] : [])]
    }
  }
}

function sayFired(when: WatchCondition, language: Language): string {
  const { says } = textsIn(language).emails.notice.watch
  if (when.kind === 'silence') return says.silence({ span: formatSpan(when.for, language) })
  if (when.kind !== 'over' && when.kind !== 'under') return ''
  return says[when.kind]({ amount: formatAmount(when.count, language), span: formatSpan(when.per, language) })
}

/** Names the events that the watch counts; nothing where it counts all. */
function listCounted({ name, props }: ToldWatch, words: Words): Fact[] {
  const named =
    name === null && props.length === 0
      ? []
      : [toFact(words.labels.events, name === null ? words.all : shown(name))]
  return [...named, ...props.map(([prop, value]) => toFact(shown(prop), shown(String(value))))]
}

/** Prints an event on one line: its name, its page, and its props. */
function printEvent({ name, url, props }: TelemetryEvent): string {
  const parts = [name, ...(url === null ? [] : [url]), ...props.map(([prop, value]) => `${prop}=${value}`)]
  return truncate(plainLine(parts.join(' · ')), MAX_SHOWN)
}

function shown(text: string): string {
  return defang(truncate(plainLine(text), MAX_SHOWN))
}

function toFact(name: string, value: string): Fact {
  return { name, value, aside: null }
}

function formatAmount(count: number, language: Language): string {
  return textsIn(language).emails.notice.watch.amount({ count })
}

/** Formats a span in its largest unit that is whole. */
function formatSpan(span: string, language: Language): string {
  const words = textsIn(language).emails.notice.watch.span
  const length = readSpan(span) ?? 0
  if (length % DAY === 0) return words.days({ count: length / DAY })
  return length % HOUR === 0
    ? words.hours({ count: length / HOUR })
    : words.minutes({ count: length / MINUTE })
}
