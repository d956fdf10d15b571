import { connect } from 'node:net'
import type { SpamdServer } from '../../config/spam-engines.ts'
import { readBounded } from './connection.ts'
import { type Engine, EngineFailure, type EngineVerdict } from './engine.ts'

/** `SPAMD/1.1 0 EX_OK`: the code is one of sysexits.h. */
const STATUS_LINE = /^SPAMD\/\d+\.\d+ (\d{1,3}) (.*)$/
/** `True ; 7.1 / 5.0` */
const SPAM_HEADER = /^(?:true|false|yes|no) ; (-?\d{1,7}(?:\.\d{1,3})?) \/ (-?\d{1,7}(?:\.\d{1,3})?)$/i
/** A line of the table in a report: points, name, description. */
const RULE_LINE = /^ *(-?\d{1,5}(?:\.\d)?) ([A-Z][A-Z0-9_]*)(?: |$)/
/** The table begins below a line of hyphens; the lines above it quote the message. */
const TABLE_HEAD = /^[- ]*-{4} -{4,}[ -]*$/
const MAX_STATUS_CHARACTERS = 100

type Response = { headers: ReadonlyMap<string, string>; body: string }

/**
 * Creates the client of a spamd, protocol SPAMC/1.5. REPORT gives the same verdict as SYMBOLS, and not only the
 * name of each rule but also its points.
 */
export function createSpamAssassin(server: SpamdServer): Engine {
  return {
    name: 'spamassassin',
    async judge(message, signal) {
      return parseVerdict(await ask(server, { command: 'REPORT', headers: [], message, signal }))
    },
    learn: server.learns
      ? async (message, { lesson, signal }) => {
          const headers = [`Message-class: ${lesson}`, 'Set: local']
          await ask(server, { command: 'TELL', headers, message, signal })
        }
      : null,
  }
}

async function ask(
  { host, port }: SpamdServer,
  request: { command: 'REPORT' | 'TELL'; headers: string[]; message: Buffer; signal: AbortSignal },
): Promise<Response> {
  const { command, headers, message, signal } = request
  const socket = connect({ host, port, signal })
  const head = [`${command} SPAMC/1.5`, `Content-length: ${message.length}`, ...headers, '', ''].join('\r\n')
  socket.write(head)
  // A half-close ends the message; spamd closes after its answer.
  socket.end(message)
  return parseResponse(await readBounded(socket))
}

function parseResponse(text: string): Response {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  if (text === '') throw new EngineFailure('cut_off', 'the connection was closed without an answer')
  const [, code, words = ''] = STATUS_LINE.exec(first) ?? []
  if (code === undefined) throw new EngineFailure('unreadable', 'the answer does not begin with SPAMD/1.1')
  if (code !== '0') {
    throw new EngineFailure('refused', `it answered ${code} ${words.slice(0, MAX_STATUS_CHARACTERS)}`)
  }
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, Math.max(colon, 0)).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const announced = Number(headers.get('content-length') ?? 0)
  if (rest.length === 0 || Buffer.byteLength(body) < announced) {
    throw new EngineFailure('cut_off', 'the connection was closed in the middle of the answer')
  }
  return { headers, body }
}

function parseVerdict({ headers, body }: Response): EngineVerdict {
  const [, score, required] = SPAM_HEADER.exec(headers.get('spam') ?? '') ?? []
  if (score === undefined || Number(required) <= 0) {
    throw new EngineFailure('unreadable', 'the answer has no score and threshold')
  }
  return { score: Number(score), required: Number(required), rules: parseRules(body) }
}

/** An operator may have replaced the template of the report: without its table, no rules are known. */
function parseRules(report: string): EngineVerdict['rules'] {
  const lines = report.split(/\r?\n/)
  const head = lines.findLastIndex((line) => TABLE_HEAD.test(line))
  if (head === -1) return []
  return lines.slice(head + 1).flatMap((line) => {
    const [, points, name] = RULE_LINE.exec(line) ?? []
    return name === undefined ? [] : [{ name, score: Number(points) }]
  })
}
