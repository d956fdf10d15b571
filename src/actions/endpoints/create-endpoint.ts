import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import { checkCreationProof, type Proof } from '../../domain/challenges/proof.ts'
import { creationAllowance, decideCreation } from '../../domain/endpoints/creation-limit.ts'
import { expiresAt, newEndpoint } from '../../domain/endpoints/endpoint.ts'
import { readExpectedFields } from '../../domain/endpoints/expected-fields.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { readRecipient } from '../../domain/endpoints/recipient.ts'
import { suggestDomain } from '../../domain/endpoints/recipient-typo.ts'
import type { IdempotencyKey } from '../../domain/idempotency-key.ts'
import type { Language } from '../../domain/language.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import { readExpectEvery } from '../../domain/telemetry/expected-events.ts'
import type { Span } from '../../domain/telemetry/watch.ts'
import { HOUR, later } from '../../domain/time.ts'
import type { FoundCreations } from '../../store/contract/creations.ts'
import type { Context } from '../context.ts'
import { toIdempotentAnswer } from '../idempotent-result.ts'
import { createFirstKey, getFirstKey } from './first-key.ts'

export type CreateEndpoint = {
  kind: EndpointKind
  fields: readonly Field[]
  /** Language of the page that it is created on; null when a program creates it. */
  language: Language | null
  /** `addressBucket` of the client. */
  address: string
  /** The client's network: the /48 of an IPv6 address, else the address. */
  network: string
  /** Seconds until the IPv6 network of the client may create one more; 0 when it may now. */
  networkWait: number
  idempotencyKey: IdempotencyKey | null
  proof: Proof
  now: Date
}

/**
 * Fields that a form, and the interval of events that a telemetry endpoint is expected to get, when the creation names some, and
 * warnings about what is probably a mistake.
 */
type Expectation = { expect?: string[]; expectEvery?: Span; warnings: string[] }

/** Creations left in this hour, and the seconds until there is one more; for the RateLimit header. */
export type Allowance = { remaining: number; resetSeconds: number }

type CreateAnswer =
  | ({
      kind: 'created'
      endpointId: string
      expiresAt: string
      ignoredFields: string[]
    } & Partial<Expectation>)
  | Refused

/**
 * `allowance`: never stored with an idempotent result; null where the creations of the address were not counted.
 * `firstKey`: key for programs, returned only with the answer to the creation.
 */
export type Created = CreateAnswer & {
  replayed: boolean
  allowance: Allowance | null
  firstKey: string | null
}

/** Creates a live endpoint for one recipient, within the creation limits of the client's address: one budget for all kinds. */
export async function createEndpoint(context: Context, request: CreateEndpoint): Promise<Created> {
  const { now, idempotencyKey, proof } = request
  const recipient = readRecipientField(request.fields)
  if (recipient.kind === 'refused') return refused(recipient.refusal)
  const promise = readPromise(request)
  if (promise.kind === 'refused') return refused(promise.refusal)
  if (!context.store.hasRoom()) return refused({ code: 'disk_full' })

  const seen: { allowance: Allowance | null } = { allowance: null }
  const outcome = await context.store.create<CreateAnswer>({
    ...toCreationKeys(context, request, recipient.address),
    networkKey: context.keys.networkKey(request.network),
    now,
    idempotencyKey,
    ...(proof.kind === 'valid' ? { challenge: proof.challenge } : {}),
    decide(found) {
      const { earlier } = found
      const refusal = checkCreation(context, found, request)
      if (refusal) {
        seen.allowance = creationAllowance(earlier, now, context.creationLimits)
        return { answer: { kind: 'refused', refusal }, endpoint: null }
      }
      seen.allowance = creationAllowance([...earlier, now], now, context.creationLimits)
      const endpoint = newEndpoint({
        id: context.keys.newEndpointId(request.kind),
        recipient: recipient.address,
        language: request.language,
        now,
      })
      const firstKey = createFirstKey(context, endpoint.id)
      const expectation = readExpectation(request, recipient.address, promise.every)
      const { expect = [] } = expectation
      const expects = expect.length > 0 || promise.every !== null
      return {
        answer: {
          kind: 'created',
          endpointId: endpoint.id,
          expiresAt: (expiresAt(endpoint) ?? now).toISOString(),
          ignoredFields: listIgnoredFields(request),
          ...expectation,
        },
        endpoint: expects
          ? { ...endpoint, settings: { ...endpoint.settings, expect, expectEvery: promise.every } }
          : endpoint,
        ...(firstKey ? { firstKey } : {}),
      }
    },
  })
  const { answer, replayed } = toIdempotentAnswer(outcome)
  const allowance = outcome.kind === 'fresh' ? seen.allowance : null
  return shown(context, answer, { replayed, allowance })
}

/** Adds what is never stored to the answer. */
async function shown(
  context: Context,
  answer: CreateAnswer,
  rest: { replayed: boolean; allowance: Allowance | null },
): Promise<Created> {
  if (answer.kind === 'refused') return { ...answer, ...rest, firstKey: null }
  const { replayed } = rest
  const got = await getFirstKey(context, { endpointId: answer.endpointId, replayed })
  return got.kind === 'refused' ? refused(got.refusal) : { ...answer, ...rest, firstKey: got.firstKey }
}

function refused(refusal: Refusal): Created {
  return { kind: 'refused', refusal, replayed: false, allowance: null, firstKey: null }
}

/**
 * Returns the answer that a creation would get now; changes and counts nothing. Does not tell if the recipient has opted
 * out, because anyone may ask.
 */
export async function tryCreation(
  context: Context,
  request: Omit<CreateEndpoint, 'idempotencyKey' | 'language'>,
): Promise<({ kind: 'would_create'; expiresAt: string } & Partial<Expectation>) | Refused> {
  const { now } = request
  const recipient = readRecipientField(request.fields)
  if (recipient.kind === 'refused') return recipient
  const promise = readPromise(request)
  if (promise.kind === 'refused') return promise
  if (!context.store.hasRoom()) return { kind: 'refused', refusal: { code: 'disk_full' } }
  const found = await context.store.findCreations({
    ...toCreationKeys(context, request, recipient.address),
    now,
  })
  const refusal = checkCreation(context, { ...found, suppressed: false }, request)
  if (refusal) return { kind: 'refused', refusal }
  const endpoint = newEndpoint({ id: '', recipient: recipient.address, now })
  const at = (expiresAt(endpoint) ?? now).toISOString()
  return {
    kind: 'would_create',
    expiresAt: at,
    ...readExpectation(request, recipient.address, promise.every),
  }
}

/** Counts the creations of the whole instance in the last hour, up to a limit. */
export function countCreations(context: Context, now: Date, limit: number): Promise<number> {
  return context.store.countCreations({ since: later(now, -HOUR), limit })
}

function readRecipientField(fields: readonly Field[]) {
  const given = fields.filter((field) => field.name === 'recipient').map((field) => field.value)
  return readRecipient(given)
}

type Asked = Pick<CreateEndpoint, 'kind' | 'fields'>

function readPromise({ kind, fields }: Asked) {
  const given = kind === 'telemetry' ? fields.filter((field) => field.name === 'expect_every') : []
  return readExpectEvery(given.map((field) => field.value))
}

/** Reads the fields that a form is expected to send, and warns about them and about a recipient that looks mistyped. */
function readExpectation({ kind, fields }: Asked, recipient: string, every: Span | null): Expectation {
  const meant = suggestDomain(recipient)
  const typo =
    meant === null ? [] : [`Did you mean ${meant}? The domain of the recipient looks like a typo of it.`]
  const given = fields.filter((field) => field.name === 'expect')
  if (every !== null) return { expectEvery: every, warnings: typo }
  if (kind !== 'form' || given.length === 0) return { warnings: typo }
  const { names, warnings } = readExpectedFields(given.map((field) => field.value))
  return { expect: names, warnings: [...typo, ...warnings] }
}

const KNOWN_FIELDS: Readonly<Record<EndpointKind, readonly string[]>> = {
  form: ['recipient', 'expect'],
  telemetry: ['recipient', 'expect_every'],
  queue: ['recipient'],
}

function listIgnoredFields({ kind, fields }: Asked): string[] {
  const known: readonly string[] = KNOWN_FIELDS[kind]
  return [...new Set(fields.map((field) => field.name).filter((name) => !known.includes(name)))]
}

function checkCreation(
  context: Context,
  found: FoundCreations,
  { now, networkWait, proof }: { now: Date; networkWait: number; proof: Proof },
): Refusal | null {
  if (found.suppressed) return { code: 'recipient_suppressed', field: 'recipient' }
  const decision = decideCreation(found.earlier, now, context.creationLimits)
  if (decision.kind === 'refused') return decision.refusal
  if (networkWait > 0) return { code: 'create_rate_hour', retryAfterSeconds: networkWait }
  return checkCreationProof(proof, { isSpent: found.challengeSpent })
}

function toCreationKeys(context: Context, request: { address: string }, recipient: string) {
  return {
    addressKey: context.keys.addressKey(request.address),
    mailboxKey: context.keys.mailboxKey(canonicalMailbox(recipient)),
    // The minimum time between creations needs the newest one, even without an hourly limit.
    newest: Math.max(1, context.creationLimits.perHour),
  }
}
