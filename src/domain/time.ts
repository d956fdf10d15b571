/** Spans of time in milliseconds. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A clock is passed in wherever time matters, so that tests can move it. */
export type Clock = { now(): Date }

/**
 * A reading of another clock, such as that of a database server: it showed `at`, in milliseconds since 1970, at some time
 * between `sentAt` and `receivedAt` of `performance.now()`.
 */
export type ClockReading = { sentAt: number; receivedAt: number; at: number }

/** Returns the instant `span` milliseconds after `instant`; a negative span goes back. */
export function later(instant: Date, span: number): Date {
  return new Date(instant.getTime() + span)
}

/** Returns the whole seconds until `instant`, at least 1: the value of a Retry-After header. */
export function secondsUntil(instant: Date, now: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / SECOND))
}

/** Converts an instant of the database, in milliseconds since 1970. */
export function toDate(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds)
}
