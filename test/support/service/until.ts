import { setTimeout } from 'node:timers/promises'

/** Generous, since the machine may be busy: this does not measure speed. */
const PATIENCE_MS = 120_000
const STEP_MS = 20

/** Polls until the condition holds, and throws after PATIENCE_MS. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    if (await holds()) return
    await setTimeout(STEP_MS)
  }
  throw new Error(`The condition did not hold within ${PATIENCE_MS / 1000} s: ${holds}`)
}
