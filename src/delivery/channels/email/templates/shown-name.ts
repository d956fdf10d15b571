import { plainLine, truncate } from './plain-text.ts'

/** Maximum number of characters of an endpoint name in a heading. */
const MAX_NAME_LENGTH = 60

/** Returns the endpoint name for use in a line; null without one. */
export function shownName(name: string | null): string | null {
  const shown = truncate(plainLine(name ?? ''), MAX_NAME_LENGTH)
  return shown === '' ? null : shown
}
