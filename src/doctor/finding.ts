/** Result of one check: the state in one line and, when something is wrong, how to fix it. */
export type Finding = { name: string; status: 'ok' | 'warn' | 'fail'; message: string; fix: string | null }

/** Creates a finding without a problem. */
export function ok(name: string, message: string): Finding {
  return { name, status: 'ok', message, fix: null }
}

/** Creates a finding about a problem that the service can run with. */
export function warn(name: string, message: string, fix: string): Finding {
  return { name, status: 'warn', message, fix }
}

/** Creates a finding about a problem that the service cannot run with. */
export function fail(name: string, message: string, fix: string): Finding {
  return { name, status: 'fail', message, fix }
}

/** Returns the message of a thrown value. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
