import type { SubmissionEmailInput } from '../../src/delivery/channels/email/templates/submission-email.ts'
import { type EndpointFacts, type EndpointState, newEndpoint } from '../../src/domain/endpoints/endpoint.ts'
import type { Field, FieldValue } from '../../src/domain/submissions/fields.ts'

const BASE = 'https://forms.formslot.dev'
const TOKEN = '2xkq7v0c9m4t8r5wz1b3n6p8d0f2h4j6'
const RECEIVED = new Date('2026-11-20T10:00:00.000Z')

/** What an email to Ada about her form is composed from; `change` what a test is about. */
export function emailInput(change: Partial<SubmissionEmailInput> = {}): SubmissionEmailInput {
  const state = change.state ?? 'unclaimed'
  const claimable = state === 'unclaimed' || state === 'frozen'
  return {
    kind: 'claim',
    base: BASE,
    from: { name: 'Formslot', address: 'forms@formslot.dev' },
    endpoint: endpointIn(state),
    state,
    submission: submissionOf({ name: 'Grace', message: 'Hello' }),
    claimUrl: claimable ? `${BASE}/claim/${TOKEN}` : null,
    stopUrl: `${BASE}/${state === 'claimed' ? 'emails' : 'disown'}/${TOKEN}`,
    reader: { kind: 'recipient' },
    place: 0,
    resends: 0,
    dashboardUrl: state === 'claimed' ? `${BASE}/app/inbox/sub_7h2k9q4m0x6t8r5w` : null,
    messageDomain: 'formslot.dev',
    jobCreatedAt: RECEIVED,
    ...change,
  }
}

/** A submission with these fields, in this order; a list of pairs where names repeat. */
export function submissionOf(
  fields: Record<string, FieldValue> | [name: string, value: FieldValue][],
): SubmissionEmailInput['submission'] {
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields)
  const list: Field[] = pairs.map(([name, value]) => ({ name, value }))
  return { id: 'sub_7h2k9q4m0x6t8r5w', receivedAt: RECEIVED, fields: list }
}

function endpointIn(state: EndpointState): EndpointFacts {
  const born = newEndpoint({ id: 'f_k3v9q2m7x4t8r5wz', recipient: 'ada@lovelace.org', now: RECEIVED })
  return {
    ...born,
    lastAcceptedAt: RECEIVED,
    acceptedCount: state === 'frozen' ? 50 : 1,
    claimEmailAt: RECEIVED,
    claimedAt: state === 'claimed' ? RECEIVED : null,
    retiredAt: state === 'retired' ? RECEIVED : null,
  }
}
