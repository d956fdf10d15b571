import { CommandFailure, EXIT } from '../terminal/failure.ts'

/** Turns the end of a connection in the middle of a body into a failure; other errors are returned as they are. */
export function toCutFailure(error: unknown, message: string): unknown {
  // The error of `fetch` for a body that did not arrive in full.
  if (!(error instanceof TypeError)) return error
  return new CommandFailure(EXIT.network, { message, hint: 'Run the command again.', cause: error })
}
