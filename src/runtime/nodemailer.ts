import { createRequire } from 'node:module'
import { loadLater } from './load-later.ts'

type MailComposer = typeof import('nodemailer/lib/mail-composer').default
type SmtpConnection = typeof import('nodemailer/lib/smtp-connection').default
type MimeNode = typeof import('nodemailer/lib/mime-node').default
type MimeFunctions = typeof import('nodemailer/lib/mime-funcs')
type Dkim = typeof import('nodemailer/lib/dkim').default

/**
 * Loads a part of Nodemailer as CommonJS. Its ES modules import `node:http`, whose exports Node then reads one by one, and so
 * loads the client behind `fetch`: 3 MB of memory and 80 ms of processor time for something that emails do not use.
 */
const load = createRequire(import.meta.url)

export const loadMailComposer = loadLater(
  async (): Promise<MailComposer> => load('nodemailer/lib/mail-composer'),
)

export type HeaderValue = Parameters<InstanceType<MimeNode>['encodeHeaderValue']>[1]

/** Encodes a header and folds it into lines of this length; an empty one becomes an empty text. */
type EncodeHeader = (key: string, value: HeaderValue, lineCharacters: number) => string

export const loadHeaderEncoder = loadLater(async (): Promise<EncodeHeader> => {
  const MimeNode: MimeNode = load('nodemailer/lib/mime-node')
  const { foldLines }: MimeFunctions = load('nodemailer/lib/mime-funcs')
  const node = new MimeNode(false, { textEncoding: 'Q' })
  return (key, value, lineCharacters) => {
    const encoded = node.encodeHeaderValue(key, value)
    return encoded.trim() === '' ? '' : foldLines(`${key}: ${encoded}`, lineCharacters)
  }
})

export function loadSmtpConnection(): SmtpConnection {
  return load('nodemailer/lib/smtp-connection')
}

export function loadDkim(): Dkim {
  return load('nodemailer/lib/dkim')
}
