import { type EmailKey, hasExpired } from '../../../../domain/accounts/email-key.ts'
import { type EndpointFacts, getConfirmedName } from '../../../../domain/endpoints/endpoint.ts'
import { DEFAULT_LANGUAGE, formatInstant, LANGUAGE_FACTS } from '../../../../domain/language.ts'
import { isData } from '../../../../domain/submissions/control-names.ts'
import { type Field, findReplyAddress } from '../../../../domain/submissions/fields.ts'
import { later, SECOND } from '../../../../domain/time.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { Encryptor } from '../../../encryption/encryptor.ts'
import { printValue } from '../templates/field-formatting.ts'
import { shownName } from '../templates/submitted-text.ts'
import { renderInnerPart } from './inner-part.ts'

/** A line of base64 (RFC 2045 §6.8). */
const LINE = /.{1,76}/g

/**
 * Encrypts the content of a submission to its owner's key, even an expired one, and returns an armored message; null if that
 * fails.
 *
 * @param deps.onFault called with the error in that case; the error quotes no content
 */
export async function sealSubmission(
  {
    key,
    now,
    ...submission
  }: Parameters<typeof renderSubmission>[0] & {
    key: Pick<EmailKey, 'armored' | 'expiresAt'>
  },
  deps: { encryptor: Pick<Encryptor, 'encrypt'>; onFault(error: unknown): void },
): Promise<string | null> {
  const at = key.expiresAt && hasExpired(key, now) ? later(key.expiresAt, -SECOND) : now
  try {
    const content = await renderSubmission({ ...submission, now })
    return await deps.encryptor.encrypt(key.armored, content, at)
  } catch (error) {
    deps.onFault(error)
    return null
  }
}

/**
 * Renders the content of a submission that is stored encrypted: the text of its email, and all fields as JSON for programs. The
 * email, the API and exports contain the same encrypted bytes.
 */
async function renderSubmission({
  endpoint,
  fields,
  now,
}: {
  endpoint: EndpointFacts
  fields: readonly Field[]
  now: Date
}): Promise<Buffer> {
  const language = endpoint.language ?? DEFAULT_LANGUAGE
  const words = textsIn(language).emails.submission
  const { colon } = LANGUAGE_FACTS[language]
  const name = shownName(getConfirmedName(endpoint))
  const subject = name === null ? words.newMessageFromYours : words.newMessage({ form: name })
  const shown = fields.filter(isData)
  const text = [
    subject,
    ...shown.map((field) => `${field.name}${colon}\n${printValue(field.value)}`),
    [words.received({ time: formatInstant(language, now) }), words.endpoint({ id: endpoint.id })].join('\n'),
  ]
  const json = {
    endpoint_id: endpoint.id,
    received_at: now.toISOString(),
    fields: fields.map((field) => [field.name, field.value]),
  }
  const lines = Buffer.from(JSON.stringify(json)).toString('base64').match(LINE) ?? []
  return renderInnerPart({
    subject,
    replyTo: findReplyAddress(fields),
    text: `${text.join('\n\n')}\n`,
    messageId: endpoint.id,
    attachments: [
      {
        name: 'submission.json',
        type: 'application/json',
        content: Buffer.from(`${lines.join('\r\n')}\r\n`),
      },
    ],
  })
}
