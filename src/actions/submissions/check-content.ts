import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { checkSendingPage } from '../../domain/submissions/submission.ts'
import type { Context } from '../context.ts'

/** Returns the refusal of an unreadable body; refusals because of the endpoint or the sending page take precedence. */
export async function checkContent(
  context: Context,
  request: { formId: string; refusal: Refusal; page: SendingPage; now: Date },
): Promise<Refusal> {
  const { refusal, page, now } = request
  const found = await context.store.findEndpoint(request.formId)
  if (!found) return { code: 'endpoint_not_found' }
  const { endpoint } = found
  return checkSendingPage({ endpoint, plan: findPlan(context, found.plan), page, now }) ?? refusal
}
