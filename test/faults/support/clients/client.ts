import { setTimeout } from 'node:timers/promises'
import type { LedgerEmail } from '../../../support/smtp/ledger.ts'
import { attach } from './attach.ts'
import type { ClientLedger, ClientRequest } from './client-ledger.ts'

/** Share of requests that are repeated until they are answered. */
const SHARE_STUBBORN = 0.5
/** Share of unreadable requests. */
const SHARE_BROKEN = 0.03
/** Share of claims by the button of the claim page, which confirms them; the others only follow the link. */
const SHARE_CONFIRMED = 0.5
const RETRY_PAUSE_MS = 20
/** Request timeout: longer than any wait of the service. */
const PATIENCE_MS = 30_000

export type Request = {
  path: string
  /** Body as a form or as JSON; a GET without either. */
  fields?: Record<string, string>
  json?: unknown
  /** Files attached to the fields; the body is multipart. */
  files?: readonly Buffer[]
  /** Key of a queue. */
  bearer?: string
  /** Session of an owner. */
  changedBy?: string
  /** Set for the button of a claim page. */
  confirms?: boolean
  /** Set for a body that is cut off in the middle. */
  broken?: boolean
  /** Reason why it may be repeated; its Idempotency-Key when left out. */
  repeated?: 'by its content' | 'never'
  /** Reads the id of the created record from the answer. */
  idIn?(body: AnswerBody): string
}

/** Body of an answer. */
export type AnswerBody = Record<string, unknown>

type Answer =
  | { kind: 'ok'; id: string; body: AnswerBody }
  | { kind: 'fail'; status: number }
  | { kind: 'unknown' }

/** Shared state of all clients: the addresses of services, the ledger, the random source. */
export type Surroundings = {
  /** Addresses at which services listen now. */
  bases(): readonly string[]
  ledger: ClientLedger
  emails: readonly LedgerEmail[]
  random(): number
  /** Returns a new number. */
  number(): number
  /** Pause between two requests of a visitor, in milliseconds. */
  pauseMs?: number
}

/** Requests of visitors, each recorded in the ledger. */
export type Client = Omit<Surroundings, 'bases'> & {
  /** Returns false once no new request may begin. */
  isHere(): boolean
  /** Sends a request, repeats it if allowed until the outcome is known, and returns the answer if it succeeded. */
  ask(what: ClientRequest, request: Request): Promise<{ id: string; body: AnswerBody } | null>
  /** Sends a request with a body, which is sometimes unreadable. */
  send(what: ClientRequest, request: Request): Promise<void>
  /** Follows the claim link in the email to this address if it has arrived. Returns the link if it was followed. */
  claim(endpointId: string, recipient: string): Promise<string | null>
  /** Waits until a service listens; null once no new request may begin. */
  anyBase(): Promise<string | null>
  /** Number of answers so far. */
  answered(): number
  /** Durations of acknowledged requests since the last call, in milliseconds. */
  takeTimes(): number[]
  leave(): void
}

/** Waits for another service when one is gone. */
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
    ledger,
    emails,
    random,
    number,
    ...(pauseMs === undefined ? {} : { pauseMs }),
    isHere: () => here,
    ask,
    async send(what, request) {
      await ask(what, { ...request, broken: random() < SHARE_BROKEN })
    },
    async claim(endpointId, recipient) {
      const path = claimPathIn(emails.find(({ to }) => to[0] === recipient))
      const confirms = random() < SHARE_CONFIRMED
      if (path) await ask({ operation: 'claim', token: endpointId }, { path, ...(confirms && { confirms }) })
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

/** Returns the path of the claim link in an email: the node in its address may be gone. */
export function claimPathIn(email: LedgerEmail | undefined): string | null {
  const text = email?.raw.toString().replaceAll('=\r\n', '') ?? ''
  return /\/claim\/[0-9a-z]+/.exec(text)?.[0] ?? null
}

let addresses = 0

/** A client address that was not used before, as if the client had left one network for another. */
function nextAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/**
 * Sends one request and judges its answer as a client would: 4xx failed, 5xx or no answer is unknown (P2). Each comes from
 * another address, except creations, whose keys apply to one.
 */
export async function send(base: string, request: Request, key: string): Promise<Answer> {
  const { idIn = anyId } = request
  const headers = new Headers({ accept: 'application/json' })
  if (request.repeated === undefined) headers.set('idempotency-key', key)
  if (!request.path.endsWith('/new')) headers.set('x-forwarded-for', nextAddress())
  if (request.changedBy !== undefined) {
    headers.set('cookie', request.changedBy)
    // Like a page of the service.
    headers.set('sec-fetch-site', 'same-origin')
  }
  if (request.confirms) headers.set('sec-fetch-site', 'same-origin')
  if (request.bearer !== undefined) headers.set('authorization', `Bearer ${request.bearer}`)
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const body = toBody(request, headers)
    const method = request.changedBy === undefined ? 'POST' : 'PATCH'
    const answer = await fetch(base + request.path, {
      signal,
      headers,
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

/** Returns true for a lost connection and for a truncated or missing answer. */
export function isLost(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException
}

/** Null for a GET. */
function toBody(
  { fields, files, json, broken, confirms }: Request,
  headers: Headers,
): FormData | URLSearchParams | string | null {
  if (confirms) return ''
  if (files)
    return attach(
      fields ?? {},
      files.map((bytes, number) => [`${number}.pdf`, bytes] as const),
    )
  if (json === undefined && !broken) return fields ? new URLSearchParams(fields) : null
  headers.set('content-type', 'application/json')
  const body = JSON.stringify(json ?? fields)
  return broken ? body.slice(0, -1) : body
}

function anyId(body: AnswerBody): string {
  return String(body.submission_id ?? body.form_id ?? body.telemetry_id ?? body.queue_id)
}
