import { newSigningSecret } from '../../../src/delivery/channels/web/signature.ts'
import { findBase, parseTarget, type Target, toUrl } from '../settings/base.ts'
import { getKey } from '../settings/keys.ts'
import { OWN_COMMAND } from '../settings/own-command.ts'
import { CommandFailure, EXIT, usageFailure } from '../terminal/failure.ts'
import { defineCommand } from './command.ts'
import { follow } from './forwarding/follow.ts'
import { createForwarder } from './forwarding/forward.ts'
import { consume } from './forwarding/messages.ts'
import { followEvents, followSubmissions, type Prepare } from './forwarding/sources.ts'

const SECRET_VARIABLE = 'FORMSLOT_WEBHOOK_SECRET'
const MAX_REPLAY = 1000
const KINDS = ['form', 'telemetry', 'queue'] as const

/** Forwards what arrives to a program on this machine, as a webhook would. */
export const listenCommand = defineCommand({
  name: 'listen',
  usage: '--to URL',
  summary: 'forward what arrives to a local program, as a webhook would',
  details: [
    'Sends each submission of your forms as the signed request that a webhook sends: the same body, headers and signature. The address can be any that this machine reaches, such as http://localhost:3000/hook.',
    'With --queue it is a consumer: a message is acknowledged when your program accepts it (2xx), else returned. With --telemetry it sends events.',
    'While nothing listens at the address it waits. A request that fails in another way is printed and not repeated: --replay sends it again.',
  ],
  arity: [0, 0],
  options: {
    to: { value: 'URL', help: 'address of the local program, http or https' },
    form: { value: 'ID', help: 'only submissions of this form' },
    queue: { value: 'ID', help: 'messages of this queue instead' },
    telemetry: { value: 'ID', help: 'events of this telemetry endpoint instead' },
    replay: { value: 'N', help: `send the last N first, at most ${MAX_REPLAY}` },
    secret: {
      value: 'whsec_…',
      help: `signing secret; else ${SECRET_VARIABLE}, or a new one that is printed`,
    },
    count: { value: 'N', help: 'end after this many requests' },
  },
  examples: [
    'listen --to http://localhost:3000/hook --replay 1',
    'listen --to http://localhost:3000/hook --queue q_k3v9q2m7x4t8r5wz',
  ],
  async run({ options, console, env, cwd }) {
    const to = parseAddress(options.to)
    const target = parseSubject(options)
    const replay = parseNumber('--replay', options.replay, { min: 1, max: MAX_REPLAY }) ?? 0
    if (target?.kind === 'queue' && replay > 0)
      throw usageFailure('--replay does not work with --queue.', 'Messages that were acknowledged are gone.')
    const count = parseNumber('--count', options.count, { min: 1, max: Number.MAX_SAFE_INTEGER })
    const given = options.secret ?? (env[SECRET_VARIABLE] || null)
    if (given !== null) checkSecret(given)
    const secret = given ?? newSigningSecret()
    const base = await findBase({ options, origin: target?.origin ?? null, env, cwd, console })
    const key = getKey(env, { base, ...(target && target.kind !== 'form' ? { target } : {}) })

    // The program may need it before it can start.
    if (given === null) console.note(`Signing secret: ${secret}`)
    const { signal, release } = catchInterrupt()
    const forwarder = createForwarder({ to, secret, console, signal })
    const { counts, forward, waitForProgram } = forwarder
    const isEnough = () => counts.accepted + counts.refused >= (count ?? Number.POSITIVE_INFINITY)
    const onReady = () =>
      console.note(
        console.paint.dim(`Forwarding ${SUBJECTS[target?.kind ?? 'all']} to ${to.host}. Stop with Ctrl+C.`),
      )
    try {
      if (target?.kind === 'queue') {
        const queue = { id: target.id, url: toUrl(base.origin, target), key }
        await consume(queue, { console, signal, forwarder, onReady, isEnough })
      } else {
        const source =
          target?.kind === 'telemetry'
            ? followEvents(toUrl(base.origin, target), key)
            : followSubmissions({ origin: base.origin, key }, target)
        const handle = async (prepare: Prepare) => {
          while ((await forward(await prepare())) === 'unreachable' && !signal.aborted) await waitForProgram()
          return !isEnough()
        }
        await follow(source, { console, signal, replay, onReady, handle })
      }
    } catch (error) {
      throw target ? toUnknownTarget(error, target) : error
    } finally {
      release()
    }
    console.note(`${counts.accepted} accepted, ${counts.refused} failed.`)
    return 0
  },
})

/** The service tells strangers nothing else about endpoints of others. */
function toUnknownTarget(error: unknown, { id }: Target): unknown {
  if (!(error instanceof CommandFailure) || error.exitCode !== EXIT.notFound) return error
  return new CommandFailure(EXIT.notFound, {
    message: `${id} does not exist, or this key does not open it.`,
    hint: `Check the ID, or run ${OWN_COMMAND} login as its owner.`,
    ...(error.body === null ? {} : { body: error.body }),
    cause: error,
  })
}

const SUBJECTS = {
  all: 'submissions of all forms',
  form: 'submissions of this form',
  telemetry: 'events',
  queue: 'messages',
} as const

/** The first interrupt ends the command after the request in progress, the second one the process. */
function catchInterrupt(): { signal: AbortSignal; release(): void } {
  const interrupted = new AbortController()
  const stop = () => {
    interrupted.abort()
    release()
  }
  const release = () => {
    for (const name of INTERRUPTS) process.off(name, stop)
  }
  for (const name of INTERRUPTS) process.on(name, stop)
  return { signal: interrupted.signal, release }
}

const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const

/** Parses the address of the local program. */
function parseAddress(text: string | undefined): URL {
  if (text === undefined)
    throw usageFailure(
      '--to is missing.',
      'Give the address of your program: --to http://localhost:3000/hook',
    )
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    const guess = /^[\w.-]+(:\d+)?(\/.*)?$/.test(text) ? `Do you mean http://${text}?` : ''
    throw usageFailure(`--to is ${JSON.stringify(text)}, which is not an http or https address.`, guess)
  }
  if (url.username !== '' || url.password !== '')
    throw usageFailure('--to contains a user or a password.', 'A webhook sends none. Leave them out.')
  return url
}

/** Never repeats the secret: the output may be kept. */
function checkSecret(secret: string): void {
  const [, digits = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const { length } = Buffer.from(digits, 'base64')
  if (length >= 24 && length <= 64) return
  throw usageFailure(
    'The signing secret is not one.',
    'It is whsec_ and then 24 to 64 bytes in Base64. Leave it out to get a new one.',
  )
}

/** Parses the endpoint that the options name; null: all forms. */
function parseSubject(options: { form?: string; queue?: string; telemetry?: string }): Target | null {
  const given = KINDS.filter((kind) => options[kind] !== undefined)
  const [kind] = given
  if (kind === undefined) return null
  if (given.length > 1) throw usageFailure(`--${given.join(' and --')} exclude each other.`)
  return parseTarget(options[kind] ?? '', kind)
}

function parseNumber(
  option: string,
  text: string | undefined,
  { min, max }: { min: number; max: number },
): number | null {
  if (text === undefined) return null
  const number = Number(text)
  if (Number.isInteger(number) && number >= min && number <= max) return number
  throw usageFailure(
    `${option} is ${JSON.stringify(text)}.`,
    `It must be a whole number from ${min} to ${max}.`,
  )
}
