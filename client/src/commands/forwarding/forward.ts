import { signatureHeaders } from '../../../../src/delivery/channels/web/signature.ts'
import { toTerminalLine } from '../../../../src/markup/terminal-text.ts'
import type { Console } from '../../terminal/console.ts'
import { escapeJson, truncate } from '../../terminal/plain.ts'
import { VERSION } from '../../version.ts'
import { type Answer, post, waitForListener } from './post.ts'

const MAX_SHOWN = 100

/** A request to the local program. `label`: a word about it for people; strangers may have chosen it. */
export type Outgoing = {
  /** The same for each repetition of the same thing. */
  id: string
  type: string
  label: string
  contentType: string
  body: string
  headers: Record<string, string>
}

/** Posts to the local program, prints a line for each request, and counts. */
export type Forwarder = {
  /** Posts once. `unreachable`: nothing listens at the address, so nothing was sent and nothing is printed. */
  forward(outgoing: Outgoing): Promise<'accepted' | 'refused' | 'unreachable'>
  /** Waits until something listens at the address, or the signal is aborted. */
  waitForProgram(): Promise<void>
  counts: { accepted: number; refused: number }
}

/** Creates the forwarder. */
export function createForwarder(request: {
  to: URL
  secret: string
  console: Console
  signal: AbortSignal
}): Forwarder {
  const { to, secret, console, signal } = request
  const counts = { accepted: 0, refused: 0 }

  async function send({ id, contentType, body, headers }: Outgoing): Promise<Answer> {
    const bytes = Buffer.from(body)
    const signature = signatureHeaders({ id, body: bytes, secrets: [secret], now: new Date() })
    const own = { 'content-type': contentType, 'user-agent': `Formslot/${VERSION}` }
    return post(to, { ...own, ...headers, ...signature }, bytes)
  }

  async function forward(outgoing: Outgoing): ReturnType<Forwarder['forward']> {
    const began = performance.now()
    const answer = await send(outgoing)
    if (answer.kind === 'unreachable') return 'unreachable'
    const outcome = isAccepted(answer) ? 'accepted' : 'refused'
    counts[outcome] += 1
    console.print(formatLine(console, { outgoing, answer, ms: Math.round(performance.now() - began) }))
    return outcome
  }

  async function waitForProgram(): Promise<void> {
    await waitForListener(to, {
      signal,
      onWait: () => console.note(console.paint.yellow(`Nothing listens at ${to.host}. Waiting for it…`)),
    })
  }

  return { forward, waitForProgram, counts }
}

function isAccepted(answer: Answer): boolean {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
}

/** Formats the line of a request: for programs as JSON, for people in columns. */
function formatLine(
  { format, paint }: Console,
  line: { outgoing: Outgoing; answer: Exclude<Answer, { kind: 'unreachable' }>; ms: number },
): string {
  const { outgoing, answer, ms } = line
  const { id, type, label } = outgoing
  const status = answer.kind === 'answered' ? answer.status : null
  const isGood = isAccepted(answer)
  const detail = answer.kind === 'answered' ? answer.text : answer.reason
  const error = isGood ? null : truncate(toTerminalLine(detail), MAX_SHOWN)
  const now = new Date()
  if (format === 'json') {
    const record = { time: now.toISOString(), type, id, status, ms, error }
    return `${escapeJson(JSON.stringify(record))}\n`
  }
  const { dim, green, red } = paint
  const shown = [
    dim(now.toLocaleTimeString('en-GB')),
    type,
    id,
    isGood ? green(String(status)) : red(String(status ?? 'failed')),
    dim(`${ms} ms`),
    error ? red(error) : dim(truncate(toTerminalLine(label), 40)),
  ]
  return `${shown.join('  ')}\n`
}
