import type { SendingPage } from '../endpoints/allowed-origins.ts'
import type { RefusalCode } from '../refusal.ts'
import type { Field } from '../submissions/fields.ts'
import { DAY, HOUR } from '../time.ts'
import { readWebOrigin } from '../web-address.ts'

/** Days for which observations are kept. */
export const OBSERVED_DAYS = 14
/** Maximum number of names of fields observed in an hour: enough for a long form, and a limit for strangers. */
export const MAX_OBSERVED_NAMES = 60
/** Characters of the longest name of a field that is observed; longer ones are not. */
export const MAX_OBSERVED_NAME_LENGTH = 64
/** Maximum number of refused origins that are remembered for an hour, the newest ones. */
export const MAX_REFUSED_ORIGINS = 5
const MAX_ORIGIN_LENGTH = 100

/** Refusals that say nothing about the page: the form does not exist, or the service is at fault. */
const UNOBSERVED: ReadonlySet<RefusalCode> = new Set([
  'endpoint_not_found',
  'disk_full',
  'store_busy',
  'store_unavailable',
  'internal',
])

/** One thing that a page or a program sent to a form. */
export type Observed =
  /** `isBrowser`: a browser sent it and expects a page, so it was no script and no program. */
  | { kind: 'accepted'; fields: readonly Field[]; page: SendingPage; isBrowser: boolean }
  /** `isOnlyRepeated`: without earlier submissions by its sender, it would not be spam. */
  | { kind: 'spam'; isOnlyRepeated: boolean }
  | { kind: 'refused'; code: RefusalCode; page: SendingPage }

/** Observations of one field: names and numbers, never a value. */
export type FieldObservation = {
  /** Accepted submissions that had it, and those in which it was not empty. */
  sent: number
  filled: number
  /** Number of accepted submissions before the first, and up to the last, that had it. */
  from: number
  to: number
  /** Milliseconds since 1970 at which it was last sent. */
  lastAt: number
}

/** Observations of a span of time, such as an hour. */
export type Observations = {
  accepted: number
  spam: number
  /** Those of `spam` that only repeated earlier submissions by their sender. */
  repeated: number
  /** Accepted submissions by a form of a page, and those of them whose page hid its address. */
  byBrowser: number
  withoutPage: number
  refused: Map<RefusalCode, number>
  /** Refusals since the last accepted submission, and when that began, in milliseconds since 1970. */
  unanswered: Map<RefusalCode, { count: number; since: number }>
  fields: Map<string, FieldObservation>
  /** Set when some names were not observed, so that nothing can be said about a name that is not in `fields`. */
  namesDropped: boolean
  /** Newest first. */
  refusedOrigins: string[]
}

/** Observations of one hour since 1970. */
export type HourObservations = { hour: number; observations: Observations }

/** Returns the observations of a span in which nothing has happened yet. */
export function createObservations(): Observations {
  return {
    accepted: 0,
    spam: 0,
    repeated: 0,
    byBrowser: 0,
    withoutPage: 0,
    refused: new Map(),
    unanswered: new Map(),
    fields: new Map(),
    namesDropped: false,
    refusedOrigins: [],
  }
}

/** Returns true for a refusal that is worth observing. */
export function isObserved(code: RefusalCode): boolean {
  return !UNOBSERVED.has(code)
}

/** Adds what was sent at `at`, in milliseconds since 1970. */
export function observe(into: Observations, observed: Observed, at: number): void {
  switch (observed.kind) {
    case 'accepted':
      observeAccepted(into, observed, at)
      return
    case 'spam':
      into.spam += 1
      if (observed.isOnlyRepeated) into.repeated += 1
      return
    case 'refused': {
      const { code, page } = observed
      into.refused.set(code, (into.refused.get(code) ?? 0) + 1)
      const unanswered = into.unanswered.get(code)
      if (unanswered) unanswered.count += 1
      else into.unanswered.set(code, { count: 1, since: at })
      if (code === 'origin_not_allowed') rememberOrigins(into, [toOrigin(page)])
    }
  }
}

function observeAccepted(into: Observations, sent: Observed & { kind: 'accepted' }, at: number): void {
  const { fields, page, isBrowser } = sent
  // Browsers send an Origin with every POST; that of a page that hides its address is `null`.
  if (isBrowser && page.origin !== null) {
    into.byBrowser += 1
    if (page.origin === 'null' && page.referer === null) into.withoutPage += 1
  }
  const before = into.accepted
  into.accepted = before + 1
  // Emptying an empty map allocates a new one.
  if (into.unanswered.size > 0) into.unanswered.clear()
  for (const { name, value } of fields) {
    const isFilled = value !== '' && value !== null
    const known = into.fields.get(name)
    if (known === undefined) {
      if (name.length > MAX_OBSERVED_NAME_LENGTH || into.fields.size >= MAX_OBSERVED_NAMES) {
        into.namesDropped = true
      } else {
        into.fields.set(name, {
          sent: 1,
          filled: isFilled ? 1 : 0,
          from: before,
          to: into.accepted,
          lastAt: at,
        })
      }
      continue
    }
    // A repeated name, such as that of checkboxes, is one field.
    if (known.to !== into.accepted) {
      known.sent += 1
      if (isFilled) known.filled += 1
    }
    known.to = into.accepted
    known.lastAt = at
  }
}

/**
 * Adds the observations of a later span.
 *
 * @param maxNames maximum number of names afterwards; those with the fewest submissions are dropped first
 */
export function addObservations(
  into: Observations,
  added: Observations,
  maxNames = MAX_OBSERVED_NAMES,
): void {
  const before = into.accepted
  into.accepted += added.accepted
  into.spam += added.spam
  into.repeated += added.repeated
  into.byBrowser += added.byBrowser
  into.withoutPage += added.withoutPage
  for (const [code, count] of added.refused) into.refused.set(code, (into.refused.get(code) ?? 0) + count)
  if (added.accepted > 0) into.unanswered.clear()
  for (const [code, { count, since }] of added.unanswered) {
    const known = into.unanswered.get(code)
    into.unanswered.set(code, { count: count + (known?.count ?? 0), since: known?.since ?? since })
  }
  into.namesDropped ||= added.namesDropped
  for (const [name, field] of added.fields) {
    const known = into.fields.get(name)
    into.fields.set(name, {
      sent: field.sent + (known?.sent ?? 0),
      filled: field.filled + (known?.filled ?? 0),
      from: known?.from ?? before + field.from,
      to: before + field.to,
      lastAt: Math.max(field.lastAt, known?.lastAt ?? 0),
    })
  }
  dropRareNames(into, maxNames)
  rememberOrigins(into, added.refusedOrigins.toReversed())
}

function dropRareNames(into: Observations, maxNames: number): void {
  if (into.fields.size <= maxNames) return
  const byUse = [...into.fields].sort(([, one], [, other]) => other.sent - one.sent)
  into.fields = new Map(byUse.slice(0, maxNames))
  into.namesDropped = true
}

/** Puts origins before those that are remembered, the last one first. */
function rememberOrigins(into: Observations, origins: readonly string[]): void {
  for (const origin of origins) {
    into.refusedOrigins = [origin, ...into.refusedOrigins.filter((known) => known !== origin)].slice(
      0,
      MAX_REFUSED_ORIGINS,
    )
  }
}

/** Returns the origin of a page as browsers write it; `null` for an opaque, unreadable or very long one. */
function toOrigin({ origin, referer }: SendingPage): string {
  const found = readWebOrigin(URL.parse(origin ?? referer ?? '')?.origin ?? '')
  return found === null || found.length > MAX_ORIGIN_LENGTH ? 'null' : found
}

/** Returns the number of the hour since 1970. */
export function toObservedHour(at: Date): number {
  return Math.floor(at.getTime() / HOUR)
}

/** Returns the first hour of which observations are kept at `now`. */
export function firstObservedHour(now: Date): number {
  return Math.floor((now.getTime() - OBSERVED_DAYS * DAY) / HOUR)
}

/** Serializes observations for storage. */
export function stringifyObservations(observations: Observations): string {
  const { refused, unanswered, fields, ...rest } = observations
  return JSON.stringify({
    ...rest,
    refused: [...refused],
    unanswered: [...unanswered],
    fields: [...fields].map(([name, { sent, filled, from, to, lastAt }]) => [
      name,
      sent,
      filled,
      from,
      to,
      lastAt,
    ]),
  })
}

/** Parses the result of `stringifyObservations`. */
export function parseObservations(text: string): Observations {
  const { refused, unanswered, fields, repeated, ...rest } = JSON.parse(text) as Omit<
    Observations,
    'refused' | 'unanswered' | 'fields' | 'repeated'
  > & {
    /** Missing in observations of versions that did not count them. */
    repeated?: number
    refused: [RefusalCode, number][]
    unanswered: [RefusalCode, { count: number; since: number }][]
    fields: [string, number, number, number, number, number][]
  }
  return {
    ...rest,
    repeated: repeated ?? 0,
    refused: new Map(refused),
    unanswered: new Map(unanswered),
    fields: new Map(
      fields.map(([name, sent, filled, from, to, lastAt]) => [name, { sent, filled, from, to, lastAt }]),
    ),
  }
}
