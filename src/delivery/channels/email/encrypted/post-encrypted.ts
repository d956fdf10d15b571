import { DEFAULT_LANGUAGE, type Language } from '../../../../domain/language.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { Encryptor } from '../../../encryption/encryptor.ts'
import type { Mailer, Posted } from '../mailer.ts'
import type { Email, Sender } from '../templates/email.ts'
import { renderInnerPart } from './inner-part.ts'

/**
 * Encrypts an email to a key and posts it. Nothing of its contents is left outside: the subject is always the same, the sender
 * is the service, and neither the visitor's address nor the conversation is a header.
 *
 * @param to.ciphertext contents that were encrypted when they arrived; else null
 */
export async function postEncrypted(
  email: Email,
  to: { armored: string; ciphertext: string | null; language: Language | null },
  deps: { encryptor: Pick<Encryptor, 'encrypt'>; mailer: Mailer; sender: Sender; now: Date },
): Promise<Posted> {
  const { encryptor, mailer, sender, now } = deps
  // A failure is no answer of a mail server: like one that cannot be composed, the email waits.
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
