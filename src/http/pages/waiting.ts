import { DAY, HOUR, MINUTE, SECOND } from '../../domain/time.ts'
import { getLocale, type Language } from './i18n/languages.ts'

/** A waiting time in words: `later` is "in 3 minutes", `span` is "3 minutes". */
export type Wait = { later: string; span: string }

/** Units of a wait with the shortest wait that uses them: 90 seconds are "in 2 minutes". */
const STEPS = [
  { unit: 'day', span: DAY, from: 2 * DAY },
  { unit: 'hour', span: HOUR, from: 90 * MINUTE },
  { unit: 'minute', span: MINUTE, from: 90 * SECOND },
  { unit: 'second', span: SECOND, from: 0 },
] as const

/** Formats a wait in words, rounded up so that nobody returns too early. */
export function formatWait(language: Language, seconds: number): Wait {
  const wait = seconds * SECOND
  const step = STEPS.find(({ from }) => wait >= from) ?? STEPS[3]
  const amount = Math.ceil(wait / step.span)
  const locale = getLocale(language)
  return {
    later: new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(amount, step.unit),
    span: new Intl.NumberFormat(locale, { style: 'unit', unit: step.unit, unitDisplay: 'long' }).format(
      amount,
    ),
  }
}
