import { type EmailKey, hasExpired } from '../../../../domain/accounts/email-key.ts'
import { type EndpointFacts, getConfirmedName } from '../../../../domain/endpoints/endpoint.ts'
import { DEFAULT_LANGUAGE, formatInstant, LANGUAGE_FACTS } from '../../../../domain/language.ts'
import { isData } from '../../../../domain/submissions/control-names.ts'
import { type Field, type FieldValue, findReplyAddress } from '../../../../domain/submissions/fields.ts'
import { later, SECOND } from '../../../../domain/time.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { Encryptor } from '../../../encryption/encryptor.ts'
import { printValue } from '../templates/field-formatting.ts'
import { shownName } from '../templates/submitted-text.ts'
import { renderInnerPart, toBase64Lines } from './inner-part.ts'

/** Maximum number of submissions that are being encrypted to the same key: a flood of one form must not delay other forms and emails. */
const MAX_SEALING_PER_KEY = 20
/** Maximum number for all keys together. */
const MAX_SEALING = 100

/** In longer submissions, lists and objects are not indented: that can make them nine times as long. */
const MAX_INDENTED_CHARACTERS = 16 * 1024

/** The content of a submission, and its owner's key. */
type Sealing = Parameters<typeof renderSubmission>[0] & { key: Pick<EmailKey, 'armored' | 'expiresAt'> }

/**
 * Creates the function that encrypts the content of a submission to its owner's key, even an expired one. It returns an armored
 * message; null if that fails, or if too many others are being encrypted.
 *
 * @param deps.onFault called with the error if it fails; the error quotes no content
 */
export function createSealing(deps: {
  encryptor: Pick<Encryptor, 'encrypt'>
  onFault(error: unknown): void
}): (submission: Sealing) => Promise<string | null> {
  const sealing = new Map<string, number>()
  let total = 0

  function count(key: string, change: 1 | -1): void {
    total += change
    const left = (sealing.get(key) ?? 0) + change
    if (left === 0) sealing.delete(key)
    else sealing.set(key, left)
  }

  return async ({ key, now, ...submission }) => {
    const { armored, expiresAt } = key
    if (total >= MAX_SEALING || (sealing.get(armored) ?? 0) >= MAX_SEALING_PER_KEY) return null
    const at = expiresAt && hasExpired(key, now) ? later(expiresAt, -SECOND) : now
    count(armored, 1)
    try {
      const content = await renderSubmission({ ...submission, now })
      return await deps.encryptor.encrypt(armored, content, at)
    } catch (error) {
      deps.onFault(error)
      return null
    } finally {
      count(armored, -1)
    }
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
  const json = JSON.stringify({
    endpoint_id: endpoint.id,
    received_at: now.toISOString(),
    fields: fields.map((field) => [field.name, field.value]),
  })
  const print = json.length > MAX_INDENTED_CHARACTERS ? printCompact : printValue
  const shown = fields.filter(isData)
  const text = [
    subject,
    ...shown.map((field) => `${field.name}${colon}\n${print(field.value)}`),
    [words.received({ time: formatInstant(language, now) }), words.endpoint({ id: endpoint.id })].join('\n'),
  ]
  return renderInnerPart({
    subject,
    replyTo: findReplyAddress(fields),
    text: `${text.join('\n\n')}\n`,
    messageId: endpoint.id,
    attachments: [
      {
        name: 'submission.json',
        type: 'application/json',
        content: Buffer.from(`${toBase64Lines(json)}\r\n`),
      },
    ],
  })
}

function printCompact(value: FieldValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
