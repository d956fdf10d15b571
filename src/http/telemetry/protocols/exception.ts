import { MAX_PROP_LENGTH } from '../../../domain/telemetry/event.ts'
import type { Prop } from './props.ts'

/** An exception as a client reports it. `frames`: lines of its stack trace, the function that threw first. */
export type Exception = { type: unknown; message: unknown; frames: readonly string[] }

/**
 * Returns the props of an exception, with the names that OpenTelemetry gives them: its type, its message, and the stack trace
 * with its causes, as far as they fit.
 */
export function exceptionProps([first, ...causes]: readonly Exception[]): Prop<unknown>[] {
  if (!first) return []
  let trace = first.frames.join('\n')
  for (const cause of causes) {
    if (trace.length > MAX_PROP_LENGTH) break
    const called = [cause.type, cause.message].filter((part) => typeof part === 'string').join(': ')
    trace += ['\nCaused by', [called, ...cause.frames].join('\n')].join(': ')
  }
  return [
    ['exception.type', first.type],
    ['exception.message', first.message],
    ['exception.stacktrace', trace.trim() || null],
  ]
}
