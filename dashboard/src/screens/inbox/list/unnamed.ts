import type { Submission } from '../../../api/submissions/submissions.ts'
import { t } from '../../../language/texts.ts'

/** Returns the words in the place of a sender who gave no name. */
export function toUnnamed({
  withdrawn_at,
  ciphertext,
}: Pick<Submission, 'withdrawn_at' | 'ciphertext'>): string {
  if (ciphertext !== null) return t('inbox.unnamed.encrypted')
  return t(withdrawn_at === null ? 'inbox.unnamed.noName' : 'inbox.unnamed.withdrawn')
}
