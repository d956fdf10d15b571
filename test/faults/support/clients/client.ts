import { setTimeout } from 'node:timers/promises'
import type { LedgerEmail } from '../../../support/smtp/ledger.ts'
import type { ClientLedger, ClientRequest } from './client-ledger.ts'

/** Share of requests that are repeated until they are answered. */
const SHARE_STUBBORN = 0.5
/** Share of unreadable requests. */
const SHARE_BROKEN = 0.03
const RETRY_PAUSE_MS = 20
/** Longer than any wait of the service's own. */
const PATIENCE_MS = 30_000

export type Request = {
  path: string
  /** Sent as a form, as JSON; without either it is a GET. */
  fields?: Record<string, string>
  json?: unknown
  /** The key of a queue. */
  bearer?: string
  /** The session of an owner, who changes something of their own. */
  changedBy?: string
  /** Cut off in its middle. */
  broken?: boolean
  /** Reason why it may be repeated: its Idempotency-Key unless told otherwise. */
  repeated?: 'by its content' | 'never'
  /** Reads the id of the created record from the answer. */
  idIn?(body: AnswerBody): string
}

/** The body of an answer. */
export type AnswerBody = Record<string, unknown>

type Answer =
  | { kind: 'ok'; id: string; body: AnswerBody }
  | { kind: 'fail'; status: number }
  | { kind: 'unknown' }

/** State that all clients share: the addresses of services, the ledger, randomness. */
export type Surroundings = {
  /** Where services listen now. */
  bases(): readonly string[]
  ledger: ClientLedger
  emails: readonly LedgerEmail[]
  random(): number
  /** A number that was not given out before. */
  number(): number
  /** Rest between two requests of one visitor. */
  pauseMs?: number
}

/** Requests of visitors, each written into their ledger. */
export type Client = Omit<Surroundings, 'bases'> & {
  /** False once nothing new is begun. */
  isHere(): boolean
  /** Asks, and when told to again and again, until the outcome is known. What was answered, if it was done. */
  ask(what: ClientRequest, request: Request): Promise<{ id: string; body: AnswerBody } | null>
  /** Asks for something with content, which now and then cannot be read. */
  send(what: ClientRequest, request: Request): Promise<void>
  /** Follows the claim link in the email to this mailbox, if it has come. The link, if it was followed. */
  claim(endpointId: string, recipient: string): Promise<string | null>
  /** Waits until a service listens; null once nothing new is begun. */
  anyBase(): Promise<string | null>
  /** Answers so far, of whatever kind. */
  answered(): number
  /** Durations of acknowledged requests since the last call, in milliseconds. */
  takeTimes(): number[]
  leave(): void
}

/** Where a service is gone, whoever asks waits until another listens. */
export function createClient(surroundings: Surroundings): Client {
  const { ledger, emails, random, number, pauseMs } = surroundings
  let here = true
  let answered = 0
  let times: number[] = []

  const ask: Client['ask'] = async (what, request) => {
    const retriesForever = request.repeated !== 'never' && random() < SHARE_STUBBORN
    do {
      const base = await anyBase()
      if (base === null) return null
      ledger.intent(what)
      const began = performance.now()
      const answer = await send(base, request, `key of ${what.operation} ${what.token}`.replaceAll(' ', '-'))
      if (answer.kind !== 'unknown') answered += 1
      if (pauseMs) await setTimeout(pauseMs)
      switch (answer.kind) {
        case 'ok':
          times.push(performance.now() - began)
          ledger.ok(what, answer.id)
          return answer
        case 'fail':
          ledger.fail(what, answer.status)
          return null
        case 'unknown':
          ledger.unknown(what)
          await setTimeout(RETRY_PAUSE_MS)
      }
    } while (retriesForever && here)
    return null
  }

  async function anyBase(): Promise<string | null> {
    while (here) {
      const bases = surroundings.bases()
      const base = bases[Math.floor(random() * bases.length)]
      if (base !== undefined) return base
      await setTimeout(RETRY_PAUSE_MS)
    }
    return null
  }

  return {
    ...{ ledger, emails, random, number, ...(pauseMs === undefined ? {} : { pauseMs }) },
    isHere: () => here,
    ask,
    async send(what, request) {
      await ask(what, { ...request, broken: random() < SHARE_BROKEN })
    },
    async claim(endpointId, recipient) {
      const path = claimPathIn(emails.find(({ to }) => to[0] === recipient))
      if (path) await ask({ operation: 'claim', token: endpointId }, { path })
      return path
    },
    anyBase,
    answered: () => answered,
    takeTimes() {
      const attempts = times
      times = []
      return attempts
    },
    leave() {
      here = false
    },
  }
}

/** The claim link in an email, without the base address: its node may be gone. */
export function claimPathIn(email: LedgerEmail | undefined): string | null {
  const text = email?.raw.toString().replaceAll('=\r\n', '') ?? ''
  return /\/claim\/[0-9a-z]+/.exec(text)?.[0] ?? null
}

/** One request, as a client would judge its answer: 4xx was not done, 5xx or none is unknown (P2). */
export async function send(base: string, request: Request, key: string): Promise<Answer> {
  const { idIn = anyId } = request
  const headers = new Headers({ accept: 'application/json' })
  if (request.repeated === undefined) headers.set('idempotency-key', key)
  if (request.changedBy !== undefined) {
    headers.set('cookie', request.changedBy)
    // As a page of the service does.
    headers.set('sec-fetch-site', 'same-origin')
  }
  if (request.bearer !== undefined) headers.set('authorization', `Bearer ${request.bearer}`)
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const body = toBody(request, headers)
    const method = request.changedBy === undefined ? 'POST' : 'PATCH'
    const answer = await fetch(base + request.path, {
      ...{ signal, headers },
      ...(body === null ? {} : { method, body }),
    })
    const answerBody = (await answer.json()) as AnswerBody
    if (answer.status >= 500) return { kind: 'unknown' }
    if (answer.status >= 400) return { kind: 'fail', status: answer.status }
    return { kind: 'ok', id: idIn(answerBody), body: answerBody }
  } catch (error) {
    if (isLost(error)) return { kind: 'unknown' }
    throw error
  }
}

/** Tells a broken connection, a truncated answer or a missing one from other errors. */
export function isLost(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException
}

/** Null for a GET. */
function toBody({ fields, json, broken }: Request, headers: Headers): URLSearchParams | string | null {
  if (json === undefined && !broken) return fields ? new URLSearchParams(fields) : null
  headers.set('content-type', 'application/json')
  const body = JSON.stringify(json ?? fields)
  return broken ? body.slice(0, -1) : body
}

function anyId(body: AnswerBody): string {
  return String(body.submission_id ?? body.form_id ?? body.telemetry_id ?? body.queue_id)
}
