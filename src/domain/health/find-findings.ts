import type { EndpointFacts } from '../endpoints/endpoint.ts'
import type { RefusalCode } from '../refusal.ts'
import { getControlUse } from '../submissions/control-names.ts'
import { getFieldRole } from '../submissions/field-roles.ts'
import { DAY, HOUR, later } from '../time.ts'
import { FINDING_CODES, type Finding, SEVERITIES } from './finding.ts'
import {
  addObservations,
  createObservations,
  type HourObservations,
  OBSERVED_DAYS,
  type Observations,
  toObservedHour,
} from './observations.ts'

/** Submissions that must have had a field, and the share of them, before its absence means something. */
export const MIN_SENT_BEFORE = 20
/** The same for a field that was expected: somebody said that the form has it. */
const MIN_EXPECTED_SENT_BEFORE = 5
const MIN_SHARE_BEFORE = 0.95
/** Submissions without a field after which its absence is reported, and those after which it is a problem. */
export const MIN_MISSING = 5
const MIN_MISSING_FOR_PROBLEM = 10
/** Share of the later submissions that a field needs to count as the one that replaced a missing field. */
const MIN_SHARE_OF_OTHERS = 0.8
/** Refusals without an accepted submission after which they are a problem. */
const MIN_UNANSWERED = 5
/** Refusals are reported for this long. */
const RECENT_DAYS = 3
/** Submissions by browsers before something that they all lack is reported. */
const MIN_BY_BROWSER = 3
/** Submissions, and days with one, before a pause can be unusual. */
const MIN_ACCEPTED_FOR_SILENCE = 20
const MIN_DAYS_FOR_SILENCE = 5
/** A pause is unusual when it is this many times the longest one before, and at least so many hours. */
const SILENCE_FACTOR = 3
const MIN_SILENCE_HOURS = 48
/** Maximum number of names of all hours together: hours have fewer. */
const MAX_NAMES_OF_ALL_HOURS = 1000

/** Repeats in the spam folder within a day after which they are a problem. */
export const MIN_REPEATS_FOR_PROBLEM = 5

const HOURS_A_DAY = DAY / HOUR
/** Refusals that have a finding of their own. */
const OWN_FINDING: ReadonlySet<RefusalCode> = new Set([
  'fields_missing',
  'form_sent_by_get',
  'origin_not_allowed',
  'file_refused',
])

type Facts = Pick<EndpointFacts, 'lastAcceptedAt' | 'retiredAt'> & {
  settings: Pick<EndpointFacts['settings'], 'honeypot' | 'expect'>
}

/** Observations of a form and what the rules need to know about it. */
type Observed = {
  endpoint: Facts
  /** Hours in which something was observed, oldest first. */
  hours: readonly HourObservations[]
  recentHours: readonly HourObservations[]
  all: Observations
  recent: Observations
  now: Date
}

/** Adds up the observations of some hours. */
export function sumObservations(hours: readonly HourObservations[]): Observations {
  const sum = createObservations()
  for (const { observations } of hours) addObservations(sum, observations, MAX_NAMES_OF_ALL_HOURS)
  return sum
}

/**
 * Finds what the page of a form could do better, the most important first. Nothing is found without observations, or for a
 * retired form.
 *
 * @param request.hours hours in which something was observed, oldest first
 * @param request.page `being_built`: one submission tells enough about the page, and refusals before it are solved
 */
export function findFindings(request: {
  endpoint: Facts
  hours: readonly HourObservations[]
  page?: 'in_use' | 'being_built'
  now: Date
}): Finding[] {
  const { endpoint, hours, page = 'in_use', now } = request
  if (endpoint.retiredAt) return []
  const firstRecent = toObservedHour(later(now, -RECENT_DAYS * DAY))
  const recentHours = hours.filter(({ hour }) => hour >= firstRecent)
  const recent = sumObservations(recentHours)
  if (page === 'being_built') {
    recent.refused = new Map([...recent.refused].filter(([code]) => recent.unanswered.has(code)))
  }
  const observed: Observed = { endpoint, hours, recentHours, now, all: sumObservations(hours), recent }
  const found = [
    ...findMissingFields(observed),
    ...findUnexpected(observed),
    ...findRefusals(observed),
    ...findRepeats(observed),
    ...findSilence(observed),
    ...findAdvice(observed, page === 'being_built' ? 1 : MIN_BY_BROWSER),
  ]
  return found.sort(
    (one, other) =>
      SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
      FINDING_CODES.indexOf(one.code) - FINDING_CODES.indexOf(other.code),
  )
}

/** Finds fields that nearly every submission had and that stopped coming; optional ones never had such a share. */
function findMissingFields({ all, endpoint }: Observed): Finding[] {
  if (all.namesDropped) return []
  return [...all.fields].flatMap(([field, { sent, from, to, lastAt }]): Finding[] => {
    const of = to - from
    const missingIn = all.accepted - to
    const min = endpoint.settings.expect.includes(field) ? MIN_EXPECTED_SENT_BEFORE : MIN_SENT_BEFORE
    if (getControlUse(field) !== null || sent < min || sent < of * MIN_SHARE_BEFORE) return []
    if (missingIn < MIN_MISSING) return []
    const others = [...all.fields].flatMap(([name, other]) =>
      other.from >= to && other.sent >= missingIn * MIN_SHARE_OF_OTHERS && getControlUse(name) === null
        ? [name]
        : [],
    )
    const severity = missingIn >= MIN_MISSING_FOR_PROBLEM ? 'problem' : 'warning'
    return [{ code: 'field_missing', severity, since: new Date(lastAt), field, sent, of, missingIn, others }]
  })
}

function findUnexpected({ all, hours, endpoint }: Observed): Finding[] {
  if (all.accepted === 0 || all.namesDropped) return []
  const first = hours.find(({ observations }) => observations.accepted > 0)
  return endpoint.settings.expect
    .filter((field) => !all.fields.has(field))
    .map((field) => ({
      code: 'expected_field_missing',
      severity: 'warning',
      since: toStart(first),
      field,
      missingIn: all.accepted,
    }))
}

function findRefusals(observed: Observed): Finding[] {
  const { recent } = observed
  const findings: Finding[] = []
  const withoutName = recent.refused.get('fields_missing') ?? 0
  if (withoutName > 0) {
    const severity = withoutName >= MIN_UNANSWERED ? 'warning' : 'notice'
    const since = findSince(observed, 'fields_missing')
    findings.push({ code: 'inputs_without_name', severity, since, count: withoutName })
  }
  const byGet = countRefused(observed, 'form_sent_by_get')
  if (byGet) findings.push({ code: 'sent_by_get', ...byGet })
  const wrongOrigin = countRefused(observed, 'origin_not_allowed')
  if (wrongOrigin) {
    findings.push({ code: 'wrong_origin', ...wrongOrigin, origins: recent.refusedOrigins })
  }
  const files = recent.refused.get('file_refused') ?? 0
  if (files > 0) {
    const since = findSince(observed, 'file_refused')
    findings.push({ code: 'files_refused', severity: 'warning', since, count: files })
  }
  const others = [...recent.unanswered].filter(([code]) => !OWN_FINDING.has(code))
  const [most] = others.sort(([, one], [, other]) => other.count - one.count)
  if (most && most[1].count >= MIN_UNANSWERED) {
    const [refusal, { count, since }] = most
    findings.push({ code: 'all_refused', severity: 'problem', since: new Date(since), refusal, count })
  }
  return findings
}

/** Counts recent refusals with a code: a problem once nothing was accepted in between. */
function countRefused({ recent, recentHours }: Observed, code: RefusalCode) {
  const count = recent.refused.get(code) ?? 0
  if (count === 0) return null
  const unanswered = recent.unanswered.get(code)
  const isAll = (unanswered?.count ?? 0) >= MIN_UNANSWERED
  const since = isAll && unanswered ? new Date(unanswered.since) : findSince({ recentHours }, code)
  return { count, isAll, since, severity: isAll ? ('problem' as const) : ('warning' as const) }
}

/** Returns the beginning of the first recent hour with a refusal. */
function findSince({ recentHours }: Pick<Observed, 'recentHours'>, code: RefusalCode): Date | null {
  return toStart(recentHours.find(({ observations }) => observations.refused.has(code)))
}

/** Finds a pause that is much longer than all before, of a form that gets submissions on most days. */
function findSilence({ hours, all, endpoint, now }: Observed): Finding[] {
  const { lastAcceptedAt } = endpoint
  const active = hours.filter(({ observations }) => observations.accepted > 0).map(({ hour }) => hour)
  const days = new Set(active.map((hour) => Math.floor(hour / HOURS_A_DAY)))
  if (!lastAcceptedAt || all.accepted < MIN_ACCEPTED_FOR_SILENCE || days.size < MIN_DAYS_FOR_SILENCE) {
    return []
  }
  const pauses = active.slice(1).map((hour, index) => hour - (active[index] ?? hour))
  const longestPauseHours = Math.max(1, ...pauses)
  const silentHours = (now.getTime() - lastAcceptedAt.getTime()) / HOUR
  const isUnusual = silentHours >= Math.max(MIN_SILENCE_HOURS, SILENCE_FACTOR * longestPauseHours)
  return isUnusual ? [{ code: 'silent', severity: 'warning', since: lastAcceptedAt, longestPauseHours }] : []
}

/** Finds real senders whose messages may be spam only because they repeat themselves. */
function findRepeats({ recentHours, now }: Observed): Finding[] {
  const firstHour = toObservedHour(later(now, -DAY)) + 1
  const today = recentHours.filter(({ hour, observations }) => hour >= firstHour && observations.repeated > 0)
  const count = today.reduce((sum, { observations }) => sum + observations.repeated, 0)
  if (count === 0) return []
  const severity = count >= MIN_REPEATS_FOR_PROBLEM ? 'problem' : 'warning'
  return [{ code: 'repeats_in_spam', severity, since: toStart(today[0]), count }]
}

/** Finds what most forms should have. */
function findAdvice({ all, endpoint }: Observed, minByBrowser: number): Finding[] {
  const findings: Finding[] = []
  const names = [...all.fields.keys()]
  const hasReply = names.some((name) => getFieldRole(name) === 'email' || getControlUse(name) === 'reply_to')
  if (all.accepted > 0 && !all.namesDropped && !hasReply) {
    findings.push({ code: 'no_email_field', severity: 'notice', since: null })
  }
  const { byBrowser: of, withoutPage: count } = all
  if (count >= minByBrowser && count * 2 >= of) {
    findings.push({ code: 'referrer_hidden', severity: 'notice', since: null, count, of })
  }
  const { honeypot } = endpoint.settings
  const hasHoneypot = names.some((name) => name === honeypot || getControlUse(name) === 'honeypot')
  if (of >= minByBrowser && !all.namesDropped && !hasHoneypot) {
    findings.push({ code: 'no_honeypot', severity: 'notice', since: null })
  }
  return findings
}

function toStart(hour: HourObservations | undefined): Date | null {
  return hour === undefined ? null : new Date(hour.hour * HOUR)
}

/** Returns the time before which nothing was observed: it is no longer kept, or the form did not exist. */
export function observedSince({ createdAt }: Pick<EndpointFacts, 'createdAt'>, now: Date): Date {
  const kept = later(now, -OBSERVED_DAYS * DAY)
  return createdAt > kept ? createdAt : kept
}
