import { setTimeout } from 'node:timers/promises'
import { type Asked, type ClientLedger, tokenOf } from './client-ledger.ts'
import { visitAsOwner } from './owner-visit.ts'
import type { LedgerLetter } from './smtp-ledger.ts'

/** Below the letter budget of a mailbox, so that every letter goes out without a wait. */
const SUBMISSIONS_PER_ENDPOINT = 9
/** How many submissions cannot be read, and how many endpoints are claimed when their letter is there. */
const SHARE_BROKEN = 0.03
const SHARE_CLAIMED = 0.3
/** How many of those have a mailbox added, and get a few more submissions. */
const SHARE_OWNED = 0.5
const SUBMISSIONS_OF_OWNED = 3
/** How many are sent with an Idempotency-Key and repeated until an answer comes. */
const SHARE_STUBBORN = 0.5
const BREATHER_MS = 20
/** Longer than any wait of the service's own. */
const PATIENCE_MS = 30_000

export type Visitors = {
  /** Answers so far, of whatever kind. */
  answered(): number
  /** How long acknowledged requests took, in milliseconds, since the last call. */
  takeTimes(): number[]
  /** No visitor begins anything new; settles when all have had their answers. */
  leave(): Promise<void>
}

/**
 * Clients that create endpoints, submit to them and claim some, each writing its ledger. Where a service is gone they
 * wait until another listens.
 *
 * @param options.bases where services listen now
 * @param options.pauseMs rest of each visitor between two requests
 */
export function sendVisitors(options: {
  count: number
  bases(): readonly string[]
  ledger: ClientLedger
  letters: readonly LedgerLetter[]
  random(): number
  number(): number
  pauseMs?: number
}): Visitors {
  const { ledger, random, number } = options
  let here = true
  let answered = 0
  let times: number[] = []

  async function visit(): Promise<void> {
    const recipient = `ada@domain-${number()}.dev`
    const formId = await ask({ deed: 'create', token: recipient }, { path: '/new', fields: { recipient } })
    if (formId === null) return
    await submit(formId, SUBMISSIONS_PER_ENDPOINT)
    if (!here || random() >= SHARE_CLAIMED) return
    const claimPath = await claim(formId, recipient)
    if (!here || claimPath === null || random() >= SHARE_OWNED) return
    const base = await anyBase()
    const owned =
      base && (await visitAsOwner(base, { claimPath, formId, recipient, letters: options.letters }))
    if (owned) await submit(formId, SUBMISSIONS_OF_OWNED)
  }

  async function submit(formId: string, count: number): Promise<void> {
    for (let sent = 0; here && sent < count; sent += 1) {
      const token = tokenOf(number())
      const broken = random() < SHARE_BROKEN
      await ask({ deed: 'submit', token }, { path: `/f/${formId}`, fields: { token }, broken })
    }
  }

  async function claim(formId: string, recipient: string): Promise<string | null> {
    const letter = options.letters.find(({ to }) => to[0] === recipient)
    const path = claimPathIn(letter)
    if (path) await ask({ deed: 'claim', token: formId }, { path })
    return path
  }

  /** Asks, and when told to again and again under one key, until the outcome is known. The id, if it was done. */
  async function ask(what: Asked, request: Request): Promise<string | null> {
    const stubborn = random() < SHARE_STUBBORN
    do {
      const base = await anyBase()
      if (base === null) return null
      ledger.intent(what)
      const began = performance.now()
      const answer = await send(base, request, `key of ${what.deed} ${what.token}`.replaceAll(' ', '-'))
      if (answer.kind !== 'unknown') answered += 1
      if (options.pauseMs) await setTimeout(options.pauseMs)
      switch (answer.kind) {
        case 'ok':
          times.push(performance.now() - began)
          ledger.ok(what, answer.id)
          return answer.id
        case 'fail':
          ledger.fail(what, answer.status)
          return null
        case 'unknown':
          ledger.unknown(what)
          await setTimeout(BREATHER_MS)
      }
    } while (stubborn && here)
    return null
  }

  async function anyBase(): Promise<string | null> {
    while (here) {
      const bases = options.bases()
      const base = bases[Math.floor(random() * bases.length)]
      if (base !== undefined) return base
      await setTimeout(BREATHER_MS)
    }
    return null
  }

  const visitors = Array.from({ length: options.count }, async () => {
    while (here) await visit()
  })
  return {
    answered: () => answered,
    takeTimes() {
      const taken = times
      times = []
      return taken
    },
    async leave() {
      here = false
      await Promise.all(visitors)
    },
  }
}

/** The claim link in a letter, without the base address: its node may be gone. */
export function claimPathIn(letter: LedgerLetter | undefined): string | null {
  const text = letter?.raw.toString().replaceAll('=\r\n', '') ?? ''
  return /\/claim\/[0-9a-z]+/.exec(text)?.[0] ?? null
}

export type Request = { path: string; fields?: Record<string, string>; broken?: boolean }

type Answer = { kind: 'ok'; id: string } | { kind: 'fail'; status: number } | { kind: 'unknown' }

/** One request, as a client would judge its answer: 4xx was not done, 5xx or none is unknown (P2). */
export async function send(base: string, request: Request, key: string): Promise<Answer> {
  const { fields } = request
  const headers = { accept: 'application/json', 'idempotency-key': key }
  const json = { ...headers, 'content-type': 'application/json' }
  try {
    const answer = await fetch(base + request.path, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(fields && !request.broken
        ? { method: 'POST', headers, body: new URLSearchParams(fields) }
        : { headers }),
      // Cut off in its middle.
      ...(request.broken ? { method: 'POST', headers: json, body: JSON.stringify(fields).slice(0, -1) } : {}),
    })
    const said = (await answer.json()) as Record<string, unknown>
    if (answer.status >= 500) return { kind: 'unknown' }
    if (answer.status >= 400) return { kind: 'fail', status: answer.status }
    return { kind: 'ok', id: String(said.submission_id ?? said.form_id) }
  } catch (error) {
    // The connection broke, or the answer was cut short, or none came in time.
    const lost = error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException
    if (lost) return { kind: 'unknown' }
    throw error
  }
}
