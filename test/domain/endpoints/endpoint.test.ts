import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decideClaim } from '../../../src/domain/endpoints/claim.ts'
import { decideDecline } from '../../../src/domain/endpoints/decline.ts'
import { type EndpointState, getState, newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import { classifyFields, decideSubmission } from '../../../src/domain/submissions/submission.ts'
import { DAY } from '../../../src/domain/time.ts'

type Step = { do: 'submit' | 'spam' | 'claim' | 'disown' } | { do: 'wait'; days: number }

const steps = fc.array(
  fc.oneof(
    { weight: 40, arbitrary: fc.constant<Step>({ do: 'submit' }) },
    { weight: 5, arbitrary: fc.constant<Step>({ do: 'spam' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'claim' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'disown' }) },
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 31 }).map((days): Step => ({ do: 'wait', days })) },
  ),
  { minLength: 30, maxLength: 150 },
)

/** The life of an endpoint in the plainest words: what the rules must agree with. */
function openModel() {
  let state: EndpointState = 'unclaimed'
  let real = 0
  let quietDays = 0
  let month = ''
  let inMonth = 0
  return {
    get state(): EndpointState {
      return state
    },
    wait(days: number) {
      quietDays += days
      if ((state === 'unclaimed' || state === 'frozen') && quietDays >= 30) state = 'expired'
    },
    submit(now: Date): boolean {
      if (state === 'claimed') {
        const current = now.toISOString().slice(0, 7)
        inMonth = current === month ? inMonth : 0
        month = current
        if (inMonth >= 50) return false
        inMonth += 1
        return true
      }
      if (state !== 'unclaimed') return false
      real += 1
      quietDays = 0
      if (real === 50) state = 'frozen'
      return true
    },
    claim() {
      if (state === 'unclaimed' || state === 'frozen') state = 'claimed'
    },
    declineUrl() {
      state = 'retired'
    },
  }
}

const NO_PAGE = { origin: null, referer: null }

test('any sequence of events leaves an endpoint in the state of a simple model', () => {
  fc.assert(
    fc.property(steps, (story) => {
      const model = openModel()
      let now = new Date('2026-11-10T09:00:00Z')
      let endpoint = newEndpoint({ id: 'f_0000000000000000', recipient: 'ada@lovelace.dev', now })
      let claimedAt: Date | null = null
      for (const step of story) {
        switch (step.do) {
          case 'wait':
            now = new Date(now.getTime() + step.days * DAY)
            model.wait(step.days)
            break
          case 'submit': {
            const plan = endpoint.claimedAt ? PLANS.free : null
            const decision = decideSubmission({
              endpoint,
              plan,
              page: NO_PAGE,
              proof: { kind: 'not_asked' },
              submission: { fields: [{ name: 'a', value: 'b' }], verdict: { kind: 'real' } },
              spamFacts: null,
              now,
            })
            assert.equal(decision.kind === 'accepted', model.submit(now))
            if (decision.kind === 'accepted') {
              assert.equal(decision.email === 'claim', !endpoint.claimedAt && endpoint.acceptedCount === 0)
              endpoint = decision.endpoint
            }
            break
          }
          case 'spam': {
            const fields = [{ name: '_gotcha', value: 'x' }]
            const decision = decideSubmission({
              endpoint,
              plan: null,
              page: NO_PAGE,
              proof: { kind: 'not_asked' },
              submission: { fields, verdict: classifyFields(fields) },
              spamFacts: null,
              now,
            })
            const open = model.state === 'unclaimed' || model.state === 'claimed'
            assert.equal(decision.kind, open ? 'spam' : 'refused')
            break
          }
          case 'claim': {
            const decision = decideClaim(endpoint, now)
            if (decision.kind === 'claimed') {
              endpoint = decision.endpoint
              claimedAt = now
            }
            model.claim()
            break
          }
          case 'disown': {
            const decision = decideDecline({ endpoint, oneClick: true, now })
            const late = claimedAt !== null && now.getTime() - claimedAt.getTime() >= 30 * DAY
            if (late && model.state === 'claimed') assert.equal(decision.kind, 'emails_stopped')
            else model.declineUrl()
            if (decision.kind === 'declined') endpoint = decision.endpoint
            break
          }
        }
        assert.equal(getState(endpoint, now), model.state, JSON.stringify(step))
      }
    }),
    { numRuns: 300 },
  )
})
