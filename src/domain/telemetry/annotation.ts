import { DAY } from '../time.ts'
import { MAX_EVENT_AHEAD_MS } from './event.ts'

/** Maximum number of annotations of one endpoint, and length of one. */
export const MAX_ANNOTATIONS = 500
export const MAX_ANNOTATION_LENGTH = 100

/** A note of an owner at a point in time, such as "deployed 1.4". */
export type Annotation = { key: number; at: Date; text: string; createdAt: Date }

/** Returns true for a time that charts can show: not ahead of the clock, and within the days for which events are kept. */
export function isShownTime(at: Date, { now, keptDays }: { now: Date; keptDays: number }): boolean {
  const age = now.getTime() - at.getTime()
  return age >= -MAX_EVENT_AHEAD_MS && age < keptDays * DAY
}
