import http from 'node:http'
import https from 'node:https'
import type { RspamdServer } from '../../config/spam-engines.ts'
import { readBounded } from './connection.ts'
import { type Engine, EngineFailure, type EngineVerdict } from './engine.ts'

type Response = { status: number; body: string }

/** Creates the client of an rspamd: its normal worker judges, its controller learns. */
export function createRspamd({ url, controller }: RspamdServer): Engine {
  return {
    name: 'rspamd',
    async judge(message, signal) {
      const { status, body } = await post(`${url}/checkv2`, { message, headers: {}, signal })
      if (status !== 200) throw new EngineFailure('refused', `it answered with status ${status}`)
      return parseVerdict(body)
    },
    learn:
      controller &&
      (async (message, { lesson, signal }) => {
        const headers = { Password: controller.password }
        const path = lesson === 'spam' ? 'learnspam' : 'learnham'
        const { status } = await post(`${controller.url}/${path}`, { message, headers, signal })
        // 208: it was learned before; 204: its tokens are known well enough.
        if (status < 200 || status > 299) {
          throw new EngineFailure('refused', `the controller answered with status ${status}`)
        }
      }),
  }
}

/** Checks that the controller accepts the password, and that it allows to learn. Throws like the requests of an engine. */
export async function checkController(
  { url, password }: NonNullable<RspamdServer['controller']>,
  signal: AbortSignal,
): Promise<void> {
  const { status, body } = await send(`${url}/auth`, {
    method: 'GET',
    headers: { Password: password },
    signal,
  })
  if (status !== 200) throw new EngineFailure('refused', `the controller answered with status ${status}`)
  const { auth, read_only: isReadOnly } = parseObject(body)
  if (auth !== 'ok') throw new EngineFailure('unreadable', 'the answer does not say auth: ok')
  if (isReadOnly === true) throw new EngineFailure('refused', 'the password only allows to read')
}

function post(
  url: string,
  { message, headers, signal }: { message: Buffer; headers: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  const described = { ...headers, 'Content-Type': 'message/rfc822', 'Content-Length': message.length }
  return send(url, { method: 'POST', headers: described, message, signal })
}

/** Sends a request on a connection of its own. Redirects are not followed. */
function send(
  url: string,
  {
    message,
    ...options
  }: {
    method: 'GET' | 'POST'
    headers: Record<string, string | number>
    message?: Buffer
    signal: AbortSignal
  },
): Promise<Response> {
  const { request } = url.startsWith('https:') ? https : http
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const asking = request(url, { ...options, agent: false })
  asking.once('response', (response) => {
    readBounded(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
  })
  asking.on('error', reject)
  asking.end(message)
  return promise
}

function parseVerdict(body: string): EngineVerdict {
  const { score, required_score: required, symbols } = parseObject(body)
  if (typeof score !== 'number' || typeof required !== 'number' || required <= 0 || !isObject(symbols)) {
    throw new EngineFailure('unreadable', 'the answer has no score, required_score or symbols')
  }
  const rules = Object.entries(symbols).map(([name, symbol]) => ({
    name,
    score: isObject(symbol) && typeof symbol.score === 'number' ? symbol.score : 0,
  }))
  return { score, required, rules }
}

function parseObject(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body)
    if (isObject(parsed)) return parsed
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new EngineFailure('unreadable', 'the answer is not a JSON object')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
