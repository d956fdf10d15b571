/** Exit codes of the command line. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  exists: 3,
  refused: 4,
  notFound: 5,
  rateLimited: 6,
  key: 7,
  network: 8,
} as const

/** Ends a command: what is wrong, how to fix it, and the exit code. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
  readonly exitCode: number
  readonly hint: string
  /** The response of the service, for programs. */
  readonly body: string | null

  constructor(exitCode: number, failure: { message: string; hint?: string; body?: string; cause?: unknown }) {
    super(failure.message, { cause: failure.cause })
    this.exitCode = exitCode
    this.hint = failure.hint ?? ''
    this.body = failure.body ?? null
  }
}

/** Returns the failure of a command that was called in the wrong way. */
export function usageFailure(message: string, hint = ''): CommandFailure {
  return new CommandFailure(EXIT.usage, { message, hint })
}
