import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { FailpointName, Fault } from '../../support/smtp/fault.ts'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS } from '../support/fixture.ts'

const LOAD_MS = { short: 2500, long: 40_000 }
/** Share of emails that a fault hits: most arrive, and every fault occurs. */
const SHARE_STRUCK = { short: 0.06, long: 0.04 }
/** Pause of visitors, who are slower than emails, so that faults and not the backlog delay an email. */
const PAUSE_MS = 20
/** Time between two steps of the clock, so that deferred emails are tried again while faults continue. */
const STEP_MS = 250
const CLOCK_STEP_SECONDS = 15
/** Lease of an email, by the clock that the scenario moves. */
const LEASE_SECONDS = 120
const POINTS: readonly FailpointName[] = [
  'greeting',
  'ehlo',
  'mail_from',
  'rcpt_to',
  'data',
  'body',
  'end_of_data',
]
const FAULTS: readonly Fault[] = [
  { kind: 'answer', line: '450 4.3.0 try again' },
  { kind: 'answer', line: '452 4.2.2 mailbox full' },
  { kind: 'answer', line: '550 5.7.1 refused' },
  { kind: 'answer_and_close', line: '421 4.3.2 shutting down' },
  { kind: 'reset' },
  { kind: 'half_close' },
]
/** Faults that take the service a minute each until its time limit. */
const SLOW_FAULTS: readonly Fault[] = [{ kind: 'silence' }, { kind: 'drip', everyMilliseconds: 1000 }]

export const mail: Scenario = {
  name: 'mail',
  title: 'a mail server that fails at every step in every way: each email arrives or visibly fails',
  databases: ['sqlite', 'postgres'],
  short: ['sqlite'],
  async play(fixture) {
    assert.ok(await fixture.startNode())
    const faults = fixture.length === 'long' ? [...FAULTS, ...SLOW_FAULTS] : FAULTS
    const seen = new Set<string>()
    let injected = 0
    fixture.mail.play((point) => {
      if (!POINTS.includes(point) || fixture.random() > SHARE_STRUCK[fixture.length]) return null
      const fault = faults[Math.floor(fixture.random() * faults.length)] ?? null
      // An answer before the end of the email would violate the protocol.
      if (!fault || (point === 'body' && fault.kind.startsWith('answer'))) return null
      // A slow one occupies a worker for a long time: a few are enough.
      if (SLOW_FAULTS.includes(fault) && fixture.random() > 0.1) return null
      seen.add(`${fault.kind} at ${point}`)
      injected += 1
      const isUnanswered = point === 'end_of_data' && !fault.kind.startsWith('answer')
      if (isUnanswered) fixture.fault(1)
      return fault
    })
    const visitors = fixture.visitors({ pauseMs: PAUSE_MS })
    let sinceLease = 0
    for (let passed = 0; passed < LOAD_MS[fixture.length]; passed += STEP_MS) {
      await setTimeout(STEP_MS)
      fixture.pass({ seconds: CLOCK_STEP_SECONDS })
      sinceLease += CLOCK_STEP_SECONDS
      // Emails that a busy machine still has in progress by then are leased once more.
      if (sinceLease % LEASE_SECONDS === 0) fixture.fault(CONCURRENT_EMAILS)
    }
    await visitors.leave()
    fixture.mail.play(null)
    return `${injected} faults of ${seen.size} kinds`
  },
}
