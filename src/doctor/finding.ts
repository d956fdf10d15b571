/** What one check found: in a line what is, and where something is amiss, how to mend it. */
export type Finding = { name: string; status: 'ok' | 'warn' | 'fail'; says: string; mend: string | null }

/** What was looked at is as it should be. */
export function ok(name: string, says: string): Finding {
  return { name, status: 'ok', says, mend: null }
}

/** It works, and something is amiss. */
export function warn(name: string, says: string, mend: string): Finding {
  return { name, status: 'warn', says, mend }
}

/** It does not work like this. */
export function fail(name: string, says: string, mend: string): Finding {
  return { name, status: 'fail', says, mend }
}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
