import type { Field } from '../../domain/submissions/fields.ts'
import type { FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'

/**
 * Progress of a submission to a form that may store its content encrypted. `open`: not known yet, or stored as plain text.
 * `needed`: the locked row of the form says that it must be encrypted. `unavailable`: it cannot be encrypted now.
 */
export type Sealing =
  | { kind: 'open' }
  | { kind: 'needed'; found: FoundEndpoint }
  | { kind: 'sealed'; ciphertext: string }
  | { kind: 'unavailable' }

/** Stored fields of a submission whose content is encrypted: none, as JSON. */
export const NO_FIELDS = '[]'

/**
 * Encrypts the fields of a submission to the owner's key, even an expired one: its owner and nobody else can read the result,
 * while plain text must not be stored.
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
