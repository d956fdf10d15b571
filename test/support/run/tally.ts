import path from 'node:path'
import type { TestEvent } from 'node:test/reporters'

const IN_ONE_PROCESS = path.join(import.meta.dirname, 'in-one-process.ts')

/** A line of JSON that a step of a run writes for the closing lines of the whole run. */
export type TallyLine =
  | { kind: 'skip'; name: string; reason: string }
  | { kind: 'fail'; name: string; file: string }
  | { kind: 'counts'; counts: Counts }

export type Counts = Record<
  'tests' | 'suites' | 'passed' | 'failed' | 'cancelled' | 'skipped' | 'todo',
  number
>

/** Reports skipped and failed tests by name, and the counts of the step, as JSON. */
// biome-ignore lint/style/noDefaultExport: the test runner takes the default export of a reporter
export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const line = toLine(event)
    if (line) yield `${JSON.stringify(line)}\n`
  }
}

function toLine({ type, data }: TestEvent): TallyLine | null {
  if (type === 'test:pass' && data.skip !== undefined)
    return { kind: 'skip', name: data.name, reason: typeof data.skip === 'string' ? data.skip : 'no reason' }
  if (type === 'test:fail') return { kind: 'fail', name: data.name, file: data.file ?? '' }
  // An error that no test has caught: the run fails by it.
  if (type === 'test:diagnostic' && data.message.startsWith('Error: '))
    return { kind: 'fail', name: data.message, file: data.file ?? '' }
  // A file of its own process has a summary, too.
  if (type !== 'test:summary' || (data.file !== undefined && data.file !== IN_ONE_PROCESS)) return null
  const { tests, suites, passed, cancelled, skipped, todo } = data.counts
  const failed = tests - passed - cancelled - skipped - todo
  return { kind: 'counts', counts: { tests, suites, passed, failed, cancelled, skipped, todo } }
}
