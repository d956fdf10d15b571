import { awaitsConfirmation } from '../../domain/endpoints/confirmation.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import { stringifyFields } from '../../domain/submissions/fields.ts'
import { classifyFields } from '../../domain/submissions/submission.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { confirmOwnedEndpoint } from '../endpoints/confirmation.ts'
import { type SubmitAnswer, submit } from './submit.ts'

/** Fields of a test submission; `_test` marks it, and is not mailed. */
function testFields(caller: Caller): Field[] {
  return [
    { name: 'name', value: 'Test' },
    { name: 'email', value: caller.mailbox },
    { name: 'message', value: 'This is a test submission, sent from the dashboard.' },
    { name: '_test', value: true },
  ]
}

/** Sends a test submission to an endpoint of the caller, under the same rules as any other; this confirms the endpoint. */
export async function sendTest(
  context: Context,
  caller: Caller,
  request: { endpointId: string; now: Date },
): Promise<SubmitAnswer> {
  const { endpointId, now } = request
  const found = await context.store.owned.find({ accountKey: caller.accountKey, kind: 'form', endpointId })
  if (!found) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  if (awaitsConfirmation(found.endpoint)) {
    await confirmOwnedEndpoint(context, caller, { endpointId, kind: 'form', now })
  }
  const fields = testFields(caller)
  return submit(context, {
    formId: endpointId,
    content: { kind: 'classified', text: stringifyFields(fields), verdict: classifyFields(fields) },
    page: { origin: null, referer: null },
    findLanguage: () => null,
    idempotencyKey: null,
    share: null,
    now,
  })
}
