import type { TestEvent } from 'node:test/reporters'

/** A line of JSON that a process of a run writes for the closing lines of the whole run. */
export type TallyLine =
  | { kind: 'skip'; name: string; reason: string }
  | { kind: 'fail'; name: string; place: string; error: string }
  | { kind: 'file'; file: string; seconds: number }
  | { kind: 'counts'; passed: number; skipped: number }

/** Maximum lines that are shown of an error, its stack included. */
const MAX_ERROR_LINES = 24

/** Reports skipped and failed tests by name, the seconds of each file, and the counts of the process, as JSON. */
// biome-ignore lint/style/noDefaultExport: the test runner takes the default export of a reporter
export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seconds = new Map<string, number>()
  for await (const event of events) {
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      const { nesting, file = '', details } = event.data
      if (nesting === 0) seconds.set(file, (seconds.get(file) ?? 0) + details.duration_ms / 1000)
    }
    const line = toLine(event)
    if (line) yield `${JSON.stringify(line)}\n`
  }
  for (const [file, total] of seconds)
    yield `${JSON.stringify({ kind: 'file', file, seconds: total } satisfies TallyLine)}\n`
}

function toLine({ type, data }: TestEvent): TallyLine | null {
  if (type === 'test:pass' && data.skip !== undefined)
    return { kind: 'skip', name: data.name, reason: typeof data.skip === 'string' ? data.skip : 'no reason' }
  if (type === 'test:fail') {
    const { error } = data.details
    // The tests in it are reported by themselves.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return null
    return { kind: 'fail', name: data.name, place: `${data.file}:${data.line}`, error: describe(error.cause) }
  }
  // The run fails by it. The message names the test that caused it, if the runner knows it.
  if (type === 'test:diagnostic' && data.message.startsWith('Error: '))
    return {
      kind: 'fail',
      name: 'an error that no test has caught',
      place: data.file ?? '',
      error: data.message,
    }
  if (type !== 'test:summary') return null
  const { passed, skipped } = data.counts
  return { kind: 'counts', passed, skipped }
}

/** The message and the first lines of the stack that are ours. */
function describe(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const lines = text.split('\n').filter((line) => !/^ +at .*node:internal/.test(line))
  return lines.slice(0, MAX_ERROR_LINES).join('\n')
}
