import { DEFAULT_LANGUAGE, type Language } from '../../../../domain/language.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { Encryptor } from '../../../encryption/encryptor.ts'
import type { Mailer, Posted } from '../mailer.ts'
import type { Email, Sender } from '../templates/email.ts'
import { renderInnerPart } from './inner-part.ts'

/**
 * Encrypts an email to a key and posts it. The outside reveals nothing of its contents: the subject is always the same, the
 * sender is the service, and no header has the visitor's address or the conversation.
 *
 * @param to.ciphertext armored contents that were encrypted when they arrived; null to encrypt the email
 */
export async function postEncrypted(
  email: Email,
  to: { armored: string; ciphertext: string | null; language: Language | null },
  deps: { encryptor: Pick<Encryptor, 'encrypt'>; mailer: Mailer; sender: Sender; now: Date },
): Promise<Posted> {
  const { encryptor, mailer, sender, now } = deps
  // If this fails, no mail server has answered: the email waits, like one that cannot be composed.
  const encrypted = to.ciphertext ?? (await encryptor.encrypt(to.armored, await renderInnerPart(email), now))
  const words = textsIn(to.language ?? DEFAULT_LANGUAGE).emails.encrypted
  return mailer.post({
    ...email,
    from: sender.from,
    replyTo: null,
    conversationId: null,
    subject: words.subject({ service: sender.from.name }),
    text: '',
    html: '',
    attachments: [],
    encrypted,
  })
}
