import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { findBase } from '../settings/base.ts'
import { findKey } from '../settings/keys.ts'
import type { Console } from '../terminal/console.ts'
import { CommandFailure, EXIT } from '../terminal/failure.ts'
import { openBridgeRequest } from './call.ts'
import { defineCommand } from './command.ts'

const VERSION_META = 'io.modelcontextprotocol/protocolVersion'
/** Member of the parameters that the header `Mcp-Name` repeats, by method. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}
const INTERNAL_ERROR = -32603

type Message = {
  id?: string | number | null
  method?: string
  params?: { _meta?: Record<string, unknown>; [name: string]: unknown }
  result?: { protocolVersion?: unknown }
}

/** Connects hosts that start programs with the MCP endpoint of the instance. */
export const mcpCommand = defineCommand({
  name: 'mcp',
  usage: '',
  summary: 'run as an MCP server on the standard input and output',
  details: [
    'For hosts that cannot connect by HTTP; all others connect to the address /mcp of the instance. Uses the key of formslot login, if there is one.',
  ],
  arity: [0, 0],
  options: {},
  examples: ['mcp'],
  async run({ options, console, env, cwd, stdin }) {
    // The standard output belongs to the protocol, the standard input to the host: nothing can be asked.
    const quiet = { ...console, canAsk: false }
    const base = await findBase({ options, env, cwd, console: quiet })
    const bridge = createBridge({ url: `${base.origin}/mcp`, key: findKey(env, { base }), console })
    const pending = new Set<Promise<void>>()
    for await (const line of createInterface({ input: Readable.from(stdin) })) {
      if (line.trim() === '') continue
      const sent = bridge.forward(line)
      pending.add(sent)
      sent.finally(() => pending.delete(sent))
      // The version that the first response settles goes with all later requests.
      if (bridge.isOpening()) await sent
    }
    await Promise.all(pending)
    return 0
  },
})

/** Forwards messages of the host to the endpoint, and its responses back. */
function createBridge({ url, key, console }: { url: string; key: string | null; console: Console }) {
  let version: string | null = null
  let session: string | null = null
  let opening = false

  function receive(text: string, request: Message): void {
    const message = parseMessage(text)
    if (message === null) return
    const settled = message.result?.protocolVersion
    if (request.method === 'initialize' && typeof settled === 'string') version = settled
    console.print(`${JSON.stringify(message)}\n`)
  }

  async function send(line: string, request: Message): Promise<void> {
    const response = await openBridgeRequest(url, {
      method: 'POST',
      key,
      body: line,
      headers: { 'Content-Type': 'application/json', ...toHeaders(request, { version, session }) },
    })
    session = response.headers.get('mcp-session-id') ?? session
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    const messages = type.startsWith('text/event-stream')
      ? [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => data)
      : [text]
    if (request.id !== undefined && !messages.some((each) => parseMessage(each) !== null))
      throw new CommandFailure(EXIT.unexpected, {
        message: `${url} answered with status ${response.status}.`,
      })
    for (const each of messages) receive(each, request)
  }

  return {
    isOpening: () => opening,
    async forward(line: string): Promise<void> {
      const request = parseMessage(line)
      if (request === null) {
        console.note('A line that is not JSON was ignored.')
        return
      }
      opening = request.method === 'initialize'
      try {
        await send(line, request)
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error
        console.note(`${error.message} ${error.hint}`)
        if (request.id === undefined) return
        const failure = { code: INTERNAL_ERROR, message: error.message }
        console.print(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, error: failure })}\n`)
      }
    },
  }
}

/** Returns the headers that repeat parts of a message (specification 2026-07-28), or those of the older versions. */
function toHeaders(
  { method = '', params = {} }: Message,
  legacy: { version: string | null; session: string | null },
): Record<string, string> {
  const accept = { Accept: 'application/json, text/event-stream' }
  const version = params._meta?.[VERSION_META]
  if (typeof version !== 'string') {
    return {
      ...accept,
      ...(legacy.version === null ? {} : { 'MCP-Protocol-Version': legacy.version }),
      ...(legacy.session === null ? {} : { 'Mcp-Session-Id': legacy.session }),
    }
  }
  const name = params[NAMED_BY[method] ?? '']
  return {
    ...accept,
    'MCP-Protocol-Version': version,
    'Mcp-Method': method,
    ...(typeof name === 'string' ? { 'Mcp-Name': encodeName(name) } : {}),
  }
}

/** Encodes a name that a header cannot hold, as the specification says. */
function encodeName(name: string): string {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(name) && !name.startsWith('=?base64?')
    ? name
    : `=?base64?${Buffer.from(name).toString('base64')}?=`
}

function parseMessage(text: string): Message | null {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : null
  } catch {
    return null
  }
}
