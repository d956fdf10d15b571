import { setTimeout } from 'node:timers/promises'
import type { Console } from '../../terminal/console.ts'
import { CommandFailure, EXIT } from '../../terminal/failure.ts'

const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 30_000
/** Failures that pass: the service restarts, has too much to do, or limits its callers. */
const PASSING: readonly number[] = [EXIT.network, EXIT.unexpected, EXIT.rateLimited]

/** A part of the work. `begun`: the service answered as it should, so that from now on a failure may pass. */
type Part = (begun: () => void) => Promise<'again' | 'done'>

/**
 * Repeats a part of the work until it is done or the signal is aborted. A failure that may pass is noted once, and waited out
 * for up to half a minute at a time; any other, and every failure before the first success, is thrown.
 */
export async function keepTrying(
  part: Part,
  { console, signal }: { console: Console; signal: AbortSignal },
): Promise<void> {
  let hasBegun = false
  let failures = 0
  function begun(): void {
    if (failures > 0) console.note(console.paint.green('Connected again.'))
    hasBegun = true
    failures = 0
  }

  while (!signal.aborted) {
    try {
      if ((await part(begun)) === 'done') return
    } catch (error) {
      if (signal.aborted) return
      if (!hasBegun || !isPassing(error)) throw error
      if (failures === 0) console.note(console.paint.yellow(`${toMessage(error)} Trying again…`))
      failures += 1
      const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))
      await setTimeout(wait, undefined, { signal }).catch(() => {})
    }
  }
}

/** `fetch` throws a `TypeError` for a body that was cut. */
function isPassing(error: unknown): boolean {
  return error instanceof CommandFailure ? PASSING.includes(error.exitCode) : error instanceof TypeError
}

function toMessage(error: unknown): string {
  return error instanceof CommandFailure ? error.message : 'The connection to the service was cut.'
}
