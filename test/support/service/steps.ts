import { Session } from 'node:inspector/promises'

const SOURCES = new URL('../../../src/', import.meta.url).href

/**
 * Counts the steps of our code, so that a test can measure work independently of the machine.
 * Counts only code of src that is loaded afterwards; a call into the platform is one step.
 */
export async function startCounting() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    /** The steps since the last call: how often each block of code was entered, added up. */
    async take(): Promise<number> {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return result
        .filter((script) => script.url.startsWith(SOURCES))
        .flatMap((script) => script.functions.flatMap((each) => each.ranges))
        .reduce((sum, range) => sum + range.count, 0)
    },
    [Symbol.dispose]: () => session.disconnect(),
  }
}
