import type { FastifyRequest } from 'fastify'
import type { Status } from '../../actions/endpoints/probe-status.ts'
import { answerTo } from '../kernel/refusals.ts'

/**
 * Formats the response to a claim-status probe.
 *
 * @param named id and URL under the names of the kind, such as `form_id` and `endpoint_url`
 * @param status null for an unknown id
 */
export function statusBody(request: FastifyRequest, named: Record<string, string>, status: Status | null) {
  if (!status) {
    const { body } = answerTo({ code: 'endpoint_not_found' }, request.id)
    return { exists: false, claimed: false, active: false, ...body }
  }
  const { claimEmail, state } = status
  const canBeClaimed = state === 'unclaimed' || state === 'frozen'
  return {
    exists: true,
    claimed: status.claimed,
    active: status.active,
    state,
    unclaimed: !status.claimed,
    claim_email_sent: claimEmail === 'sent',
    ...(!canBeClaimed || claimEmail === null || claimEmail === 'sent'
      ? {}
      : { claim_email_state: claimEmail }),
    ...named,
    expires_at: status.expiresAt,
    ...(status.challenge === 'off' ? {} : { challenge: status.challenge }),
  }
}
