import { toTerminalLine, toTerminalText } from '../../../src/markup/terminal-text.ts'
import type { Acknowledged, Published, PulledMessages } from '../api/schema.ts'
import { type BaseOptions, findBase, parseTarget, toUrl } from '../settings/base.ts'
import { getKey } from '../settings/keys.ts'
import { OWN_COMMAND } from '../settings/own-command.ts'
import { usageFailure } from '../terminal/failure.ts'
import { truncate } from '../terminal/plain.ts'
import { formatTime, report } from '../terminal/report.ts'
import { call } from './call.ts'
import { type Context, defineCommand } from './command.ts'
import { readArgumentFile } from './fields.ts'

/** Publishes a message. */
export const publishCommand = defineCommand({
  name: 'publish',
  usage: 'q_… MESSAGE|@file',
  summary: 'publish a message to a queue',
  details: [
    'A message that is JSON is published as JSON, any other as text. @- reads it from the standard input.',
  ],
  arity: [2, 2],
  options: {
    text: { help: 'publish as text even if it is JSON' },
    delay: { value: 'SECONDS', help: 'time until the message can be pulled' },
    'idempotency-key': {
      value: 'KEY',
      help: 'the same key and message within 24 hours are published once',
    },
  },
  examples: [`publish q_k3v9q2m7x4t8r5wz '{"order":4711}'`],
  async run({ options, args: [typed = '', message = ''], ...context }) {
    const { url, key } = await findQueue(context, { typed, options })
    const body = message.startsWith('@') ? await readArgumentFile(message, context) : message
    const isJson = !options.text && parses(body)
    const idempotency: Record<string, string> =
      options['idempotency-key'] === undefined ? {} : { 'Idempotency-Key': options['idempotency-key'] }
    const request =
      options.delay === undefined
        ? { url, body, type: isJson ? 'application/json' : 'text/plain' }
        : {
            url: `${url}/messages`,
            // The body stays as it was typed: parsed and written again, large numbers would change.
            body: `{"body":${isJson ? body : JSON.stringify(body)},"content_type":"${isJson ? 'json' : 'text'}","delay_seconds":${toNumber('--delay', options.delay)}}`,
            type: 'application/json',
          }
    const { text, json } = await call(request.url, {
      method: 'POST',
      key,
      body: request.body,
      expects: ['message_id'],
      headers: { 'Content-Type': request.type, ...idempotency },
    })
    const { message_id: id } = json as Published
    report(context.console, { body: text, sentence: `Published as ${toTerminalLine(id)}.` })
    return 0
  },
})

/** Pulls messages. */
export const pullCommand = defineCommand({
  name: 'pull',
  usage: 'q_…',
  summary: 'receive messages of a queue and lease them',
  details: ['Acknowledge each message with its lease, or it is delivered again when the lease expires.'],
  arity: [1, 1],
  options: {
    count: { value: 'N', help: 'maximum number of messages; default: 5' },
    wait: { value: 'SECONDS', help: 'wait for a message, up to 20 seconds' },
    lease: { value: 'SECONDS', help: 'length of the lease; default: that of the queue' },
  },
  examples: ['pull q_k3v9q2m7x4t8r5wz --count 10 --wait 20'],
  async run({ options, args: [typed = ''], ...context }) {
    const { url, key } = await findQueue(context, { typed, options })
    const { text, json } = await call(`${url}/messages/pull`, {
      method: 'POST',
      key,
      expects: ['messages'],
      body: {
        ...(options.count === undefined ? {} : { batch_size: toNumber('--count', options.count) }),
        ...(options.wait === undefined ? {} : { wait_seconds: toNumber('--wait', options.wait) }),
        ...(options.lease === undefined
          ? {}
          : { visibility_timeout_ms: toNumber('--lease', options.lease) * 1000 }),
      },
    })
    const { messages, message_backlog_count: backlog } = json as PulledMessages
    const { console } = context
    const { bold, dim } = console.paint
    const [first] = messages
    report(console, {
      kind: 'found',
      body: text,
      sentence:
        messages.length === 0
          ? 'No message is available.'
          : `${messages.length === 1 ? '1 message' : `${messages.length} messages`} leased, ${backlog} in the queue.`,
      lines: [
        ...messages.flatMap((message) => [
          '',
          `${bold(message.id)}  ${dim(`${formatTime(new Date(message.timestamp_ms).toISOString())} · delivery ${message.attempts}`)}`,
          ...toTerminalText(typeof message.body === 'string' ? message.body : JSON.stringify(message.body))
            .split('\n')
            .map((line) => truncate(line, console.columns * 4)),
          dim(`lease ${toTerminalLine(message.lease_id)}`),
        ]),
        ...(first
          ? ['', dim(`Done: ${OWN_COMMAND} ack ${toTerminalLine(typed)} ${toTerminalLine(first.lease_id)}`)]
          : []),
      ],
    })
    return 0
  },
})

/** Acknowledges messages, or returns them. */
export const ackCommand = defineCommand({
  name: 'ack',
  usage: 'q_… LEASE…',
  summary: 'acknowledge messages by their lease, or return them with --retry',
  arity: [2, null],
  options: {
    retry: { help: 'return the messages for another delivery' },
    delay: { value: 'SECONDS', help: 'with --retry: time until the next delivery' },
    reason: { value: 'TEXT', help: 'with --retry: why, shown with the message' },
  },
  examples: ['ack q_k3v9q2m7x4t8r5wz LEASE_ID'],
  async run({ options, args: [typed = '', ...leases], ...context }) {
    if (!options.retry && (options.delay !== undefined || options.reason !== undefined))
      throw usageFailure('--delay and --reason need --retry.')
    const { url, key } = await findQueue(context, { typed, options })
    const ids = leases.map((lease_id) => ({ lease_id }))
    const again = {
      ...(options.delay === undefined ? {} : { delay_seconds: toNumber('--delay', options.delay) }),
      ...(options.reason === undefined ? {} : { reason: options.reason }),
    }
    const { text, json } = await call(`${url}/messages/ack`, {
      method: 'POST',
      key,
      expects: ['ackCount', 'warnings'],
      body: options.retry ? { retries: ids.map((id) => ({ ...id, ...again })) } : { acks: ids },
    })
    const { ackCount, retryCount, warnings } = json as Acknowledged
    report(context.console, {
      body: text,
      sentence: options.retry ? `${retryCount} returned.` : `${ackCount} acknowledged.`,
      lines: Object.values(warnings).map((warning) => context.console.paint.yellow(toTerminalLine(warning))),
    })
    return 0
  },
})

async function findQueue(
  { env, cwd, console }: Pick<Context, 'env' | 'cwd' | 'console'>,
  { typed, options }: { typed: string; options: BaseOptions },
): Promise<{ url: string; key: string }> {
  const target = parseTarget(typed, 'queue')
  const base = await findBase({ options, origin: target.origin, env, cwd, console })
  return { url: toUrl(base.origin, target), key: getKey(env, { base, target }) }
}

function toNumber(option: string, text: string): number {
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number)) return number
  throw usageFailure(`${option} must be a number, not ${JSON.stringify(text)}.`)
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
