import type { Field } from '../../domain/submissions/fields.ts'
import type { FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'

/**
 * Progress of a submission to a form that may store its content encrypted. `needed`: the form does, as was found when its row
 * was locked. `unavailable`: it cannot be encrypted now.
 */
export type Sealing =
  | { kind: 'open' }
  | { kind: 'needed'; found: FoundEndpoint }
  | { kind: 'sealed'; ciphertext: string }
  | { kind: 'unavailable' }

/** Text of a submission without fields. */
export const NO_FIELDS = '[]'

/**
 * Encrypts the fields of a submission to the key of the owner. One that has expired still does: its owner can read what is
 * encrypted to it, and nobody else, while plain text must not be stored.
 */
export async function sealSubmission(
  { store, emailKeys }: Context,
  { endpoint, accountKey }: FoundEndpoint,
  submission: { fields: readonly Field[]; now: Date },
): Promise<Sealing> {
  const key = accountKey === null ? null : (await store.emailKeys.find(accountKey)).current
  if (!key) return { kind: 'unavailable' }
  const ciphertext = await emailKeys.seal({ ...submission, endpoint, key })
  return ciphertext === null ? { kind: 'unavailable' } : { kind: 'sealed', ciphertext }
}
