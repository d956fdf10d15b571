import { canonicalMailbox, mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { getPublicState } from '../../domain/endpoints/endpoint.ts'
import type { Suspension } from '../../domain/endpoints/suspension.ts'
import { type Operator, toOperatorName } from '../../domain/operator/operator-log.ts'
import type { Consequence } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'

/** `changed`: false where it was so before, apart from the reason. */
export type Suspended =
  | { kind: 'done'; changed: boolean }
  | { kind: 'unknown' }
  /** It has expired or was retired, and accepts nothing anyway. */
  | { kind: 'ended' }

/** The part of the context that suspending needs, for the command line. */
type SuspendContext = Pick<Context, 'store'>

/**
 * Suspends an endpoint, or lifts its suspension. That of its account, if there is one, holds all the same.
 *
 * @param request.suspension null: lifts it
 */
export async function suspendEndpoint(
  { store }: SuspendContext,
  request: { endpointId: string; suspension: Suspension | null; operator: Operator; now: Date },
): Promise<Suspended> {
  const { endpointId, suspension, now } = request
  const operator = toOperatorName(request.operator)
  const outcome = await store.change<Suspended>({
    endpointId,
    now,
    idempotencyKey: null,
    decide({ found }) {
      if (!found) return { answer: { kind: 'unknown' }, remember: false, consequences: [] }
      const state = getPublicState(found.endpoint, now)
      if (state === 'expired' || state === 'retired') {
        return { answer: { kind: 'ended' }, remember: false, consequences: [] }
      }
      const changed = found.isSuspended !== (suspension !== null)
      const action = suspension === null ? 'endpoint_unsuspended' : 'endpoint_suspended'
      const consequences: Consequence[] = [
        { kind: 'suspension', suspension, operator },
        { kind: 'audit', by: null, action, detail: suspension?.reason ?? null },
      ]
      const isSame = !changed && suspension === null
      return { answer: { kind: 'done', changed }, remember: false, consequences: isSame ? [] : consequences }
    },
  })
  return outcome.kind === 'fresh' ? outcome.answer : { kind: 'unknown' }
}

/**
 * Suspends an account with all its endpoints, or lifts that; endpoints that are suspended on their own stay so. The next account
 * of the mailbox is suspended, too.
 */
export async function suspendAccount(
  { store, keys }: Pick<Context, 'store' | 'keys'>,
  request: { mailbox: string; suspension: Suspension | null; operator: Operator; now: Date },
): Promise<Suspended> {
  const { mailbox, operator, ...change } = request
  const found = await store.operator.suspendAccount({
    ...change,
    mailbox: mailboxIdentity(mailbox),
    mailboxKey: keys.mailboxKey(canonicalMailbox(mailbox)),
    operator: toOperatorName(operator),
  })
  if (!found) return { kind: 'unknown' }
  return { kind: 'done', changed: found.wasSuspended !== (change.suspension !== null) }
}
