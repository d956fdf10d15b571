import { loadLater } from '../../../../runtime/load-later.ts'
import { requireNodemailer } from '../../../../runtime/nodemailer.ts'
import type { Attachment } from '../templates/email.ts'

type MimeNode = typeof import('nodemailer/lib/mime-node').default

const loadNode = loadLater(async (): Promise<MimeNode> => requireNodemailer('nodemailer/lib/mime-node'))

/**
 * Renders a message with attachments (`multipart/mixed`). Their names are in both ways of writing that mail programs read:
 * RFC 2231 in `filename`, encoded words in `name`.
 *
 * @param message.headers those of the message, without the type of its content
 * @param message.text the text of the email as one part, with its header
 * @param message.boundary of the parts: no line of theirs begins with it
 */
export async function renderMixed(message: {
  headers: string
  text: string
  attachments: readonly Attachment[]
  boundary: string
}): Promise<Buffer> {
  const { headers, text, attachments, boundary } = message
  const MimeNode = await loadNode()
  const root = new MimeNode('multipart/mixed')
  const parts = attachments.flatMap(({ name, type, content }) => {
    const part = root.createChild(type, { filename: name, textEncoding: 'Q' })
    part.setHeader('Content-Transfer-Encoding', 'base64')
    part.setHeader('Content-Disposition', 'attachment')
    return [Buffer.from(`--${boundary}\r\n${part.buildHeaders()}\r\n\r\n`), content]
  })
  const beginning = `${headers}\r\nContent-Type: multipart/mixed;\r\n boundary="${boundary}"\r\n\r\n--${boundary}\r\n${text}\r\n`
  return Buffer.concat([Buffer.from(beginning), ...parts, Buffer.from(`--${boundary}--\r\n`)])
}
