import { toTerminalLine } from '../../../src/markup/terminal-text.ts'
import type { Event, EventPage } from '../api/schema.ts'
import { findBase, parseTarget, toUrl } from '../settings/base.ts'
import { getKey } from '../settings/keys.ts'
import type { Console } from '../terminal/console.ts'
import { usageFailure } from '../terminal/failure.ts'
import { escapeJson } from '../terminal/plain.ts'
import { call, openStream, toNetworkFailure } from './call.ts'
import { defineCommand } from './command.ts'
import { readServerEvents } from './server-events.ts'

const EARLIER_EVENTS = 10
const RECONNECT_MS = 2000

/** Prints events as they arrive. */
export const tailCommand = defineCommand({
  name: 'tail',
  usage: 't_…',
  summary: 'print events as they arrive',
  details: [`Begins with the last ${EARLIER_EVENTS} events. Programs get one JSON object per line.`],
  arity: [1, 1],
  options: {
    count: { value: 'N', help: 'end after this many events' },
    name: { value: 'NAME', help: 'only events with this name' },
  },
  examples: ['tail t_k3v9q2m7x4t8r5wz --name signup'],
  async run({ options, args: [typed = ''], console, env, cwd }) {
    const target = parseTarget(typed, 'telemetry')
    const limit = options.count === undefined ? Number.POSITIVE_INFINITY : Number(options.count)
    if (!(limit >= 1)) throw usageFailure('--count must be a number, 1 or more.')
    const base = await findBase({ options, origin: target.origin, env, cwd, console })
    const key = getKey(env, { base, target })
    const url = toUrl(base.origin, target)
    const seen = new Set<string>()

    function show(event: Event): boolean {
      if (seen.size >= limit || seen.has(event.id)) return seen.size < limit
      if (options.name !== undefined && event.name !== options.name) return true
      seen.add(event.id)
      console.print(
        console.format === 'json' ? `${escapeJson(JSON.stringify(event))}\n` : format(event, console),
      )
      return seen.size < limit
    }

    const showEarlier = async () => {
      const query = new URLSearchParams({ limit: String(EARLIER_EVENTS) })
      if (options.name !== undefined) query.set('name', options.name)
      const { json } = await call(`${url}/events?${query}`, { key, expects: ['data'] })
      return (json as EventPage).data.reverse().every(show)
    }

    // An open stream would keep the process running.
    const leaving = new AbortController()
    try {
      for (;;) {
        // The stream is opened first, so that no event falls between the two.
        const headers = { Accept: 'text/event-stream' }
        const stream = await openStream(`${url}/stream`, { key, headers, signal: leaving.signal })
        if (!(await showEarlier())) break
        if (seen.size === 0) console.note(console.paint.dim('Waiting for events. Stop with Ctrl+C.'))
        const isOpen = await readEvents(stream, { show, console }).catch((error: unknown) => {
          // A stream that is cut is opened again; a service that is gone ends the command.
          if (!(error instanceof TypeError)) throw toNetworkFailure(url, error)
          return true
        })
        if (!isOpen) break
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      }
    } finally {
      leaving.abort()
    }
    return 0
  },
})

/** Shows events until the stream ends (true) or `show` returns false. */
async function readEvents(
  stream: Response,
  { show, console }: { show: (event: Event) => boolean; console: Console },
): Promise<boolean> {
  for await (const { name, data } of readServerEvents(stream)) {
    if (name === 'missed') console.note(console.paint.yellow('Some events are not shown.'))
    if (name === 'event' && !show(data as Event)) return false
  }
  return true
}

function format(event: Event, { paint }: Console): string {
  const props = Object.entries(event.props).map(
    ([name, value]) => `${toTerminalLine(name)}=${toTerminalLine(String(value))}`,
  )
  const time = new Date(event.received_at).toLocaleTimeString('en-GB')
  const more = [...props, ...(event.url === null ? [] : [toTerminalLine(event.url)])].join(' ')
  return `${paint.dim(time)}  ${paint.bold(toTerminalLine(event.name))}  ${more}\n`
}
