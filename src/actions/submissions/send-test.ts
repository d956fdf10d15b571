import { awaitsConfirmation } from '../../domain/endpoints/endpoint.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import { stringifyFields } from '../../domain/submissions/fields.ts'
import type { Change, ChangeInput } from '../../store/contract/changes.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { confirmOwnedEndpoint } from '../endpoints/confirm-endpoint.ts'
import { toIdempotentAnswer } from '../idempotent-result.ts'
import { routeSubmission } from '../queues/route-submission.ts'
import { listDeliveries } from './list-consequences.ts'
import { NO_FIELDS, sealSubmission } from './seal-submission.ts'

/** Fields of a test submission; `_test` tells the programs that receive it, and is not mailed. */
function testFields(caller: Caller): Field[] {
  return [
    { name: 'name', value: 'Test' },
    { name: 'email', value: caller.mailbox },
    { name: 'message', value: 'This is a test submission, sent from the dashboard.' },
    { name: '_test', value: true },
  ]
}

export type TestAnswer = { kind: 'accepted'; submissionId: string } | Refused

/**
 * Sends a test submission to a form of the caller, which confirms the form. It is delivered like any other, but uses no
 * quota and is counted nowhere. A form holds one: the next one replaces it, and the next real submission deletes it.
 */
export async function sendTest(
  context: Context,
  caller: Caller,
  request: { endpointId: string; now: Date },
): Promise<TestAnswer> {
  const { endpointId, now } = request
  const found = await context.store.owned.find({ accountKey: caller.accountKey, kind: 'form', endpointId })
  if (!found) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  if (awaitsConfirmation(found.endpoint)) {
    await confirmOwnedEndpoint(context, caller, { endpointId, kind: 'form', now })
  }
  if (!context.store.hasRoom()) return { kind: 'refused', refusal: { code: 'disk_full' } }
  const fields = testFields(caller)
  const { endpoint } = found
  const isSealed = endpoint.settings.store === 'encrypted'
  const ciphertext = isSealed ? await sealSubmission(context, { ...caller, endpoint }, { fields, now }) : null
  const { answer } = toIdempotentAnswer(
    await context.store.change<TestAnswer>({
      endpointId,
      now,
      idempotencyKey: null,
      decide: (input) => decide(context, { ...input, fields, ciphertext, now }),
    }),
  )
  return answer
}

function decide(
  context: Context,
  {
    found,
    nextKey,
    fields,
    ciphertext,
    now,
  }: Pick<ChangeInput, 'found' | 'nextKey'> & {
    fields: readonly Field[]
    ciphertext: string | null
    now: Date
  },
): Change<TestAnswer> {
  if (!found) return refused({ code: 'endpoint_not_found' })
  const { endpoint, testKey } = found
  if (endpoint.retiredAt) return refused({ code: 'endpoint_retired' })
  if (endpoint.suspension) return refused({ code: 'endpoint_suspended' })
  if (endpoint.settings.store === 'encrypted' && ciphertext === null) return refused({ code: 'store_busy' })
  const text = ciphertext === null ? stringifyFields(fields) : NO_FIELDS
  const key = nextKey()
  const email = endpoint.mailStoppedAt ? null : 'submission'
  return {
    answer: { kind: 'accepted', submissionId: context.keys.submissionId(key) },
    remember: false,
    consequences: [
      { kind: 'submission', key, text, spamReasons: null, ciphertext },
      { kind: 'test_submission', key, replaces: testKey },
      ...routeSubmission(context, found, { key, text, files: [], receivedAt: now, now }),
      ...listDeliveries(context, { found, key, email, judgement: null }),
    ],
  }
}

function refused(refusal: Refusal): Change<TestAnswer> {
  return { answer: { kind: 'refused', refusal }, remember: false, consequences: [] }
}
