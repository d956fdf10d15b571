import { setTimeout } from 'node:timers/promises'

/** A machine may be busy with other things: this is no measure of speed. */
const PATIENCE_MS = 300_000
const STEP_MS = 20

/** Waits for another process: looks until something is so, and fails when it takes too long. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    if (await isSo()) return
    await setTimeout(STEP_MS)
  }
  throw new Error('it did not come to be in time')
}
