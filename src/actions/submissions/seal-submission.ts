import { checkProof, type Proof } from '../../domain/challenges/proof.ts'
import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import { checkSendingPage } from '../../domain/submissions/submission.ts'
import type { FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'

/** Text of a submission without fields. */
export const NO_FIELDS = '[]'

type Sealed = Pick<FoundEndpoint, 'endpoint' | 'accountKey'>
type Sent = { fields: readonly Field[] }

/** Returns the refusal of a submission that is not worth its encryption; null for one that may be accepted. */
export function checkBeforeSealing(
  context: Context,
  { endpoint, plan }: Pick<FoundEndpoint, 'endpoint' | 'plan'>,
  { page, proof, now }: { page: SendingPage; proof: Proof; now: Date },
): Refusal | null {
  const request = { endpoint, plan: plan === null ? null : findPlan(context, plan), page, now }
  return checkSendingPage(request) ?? checkProof(endpoint.settings.challenge, proof)
}

/**
 * Encrypts a submission that a visitor sent, without the solution of a challenge, and stores it by `change`. Returns null where it
 * cannot be encrypted now.
 */
export async function storeSealed<Result>(
  context: Context,
  found: Sealed,
  { content, proof, now }: { content: Sent; proof: { others: Sent } | null; now: Date },
  change: (ciphertext: string) => Promise<Result>,
): Promise<Result | null> {
  const { fields } = found.endpoint.settings.challenge === 'off' ? content : (proof?.others ?? content)
  const ciphertext = await sealSubmission(context, found, { fields, now })
  return ciphertext === null ? null : change(ciphertext)
}

/**
 * Encrypts the fields of a submission to the key of the owner; null where that is not possible now. A key that has expired still
 * does: its owner can read what is encrypted to it, and nobody else, while plain text must not be stored.
 */
export async function sealSubmission(
  { store, emailKeys }: Context,
  { endpoint, accountKey }: Sealed,
  submission: Sent & { now: Date },
): Promise<string | null> {
  const key = accountKey === null ? null : (await store.emailKeys.find(accountKey)).current
  return key && emailKeys.seal({ ...submission, endpoint, key })
}
