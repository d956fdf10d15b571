/** Converts an instant of the database, in milliseconds since 1970. */
export function toDate(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds)
}

/** Converts an instant to milliseconds since 1970, as the database has it. */
export function toMilliseconds(date: Date | null): number | null {
  return date?.getTime() ?? null
}
