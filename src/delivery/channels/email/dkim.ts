import { createPrivateKey } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { DkimKey } from '../../../config/dkim.ts'
import { loadDkim } from '../../../runtime/nodemailer.ts'

/** Puts a DKIM-Signature (RFC 6376) in front of a rendered message. */
type SignMessage = (message: Buffer) => Promise<Buffer>

/**
 * All headers of an email. Nodemailer's own list lacks the last four. RFC 8058 §4 wants both List fields signed, and Google
 * ignores an unsigned Feedback-ID.
 */
const SIGNED_HEADERS = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'Reply-To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Auto-Submitted',
  'Feedback-ID',
]

/**
 * Creates the signer for a key: relaxed/relaxed, rsa-sha256.
 *
 * @throws when the key cannot sign: Nodemailer would silently send unsigned emails
 */
export function createSigner(key: DkimKey): SignMessage {
  if (createPrivateKey(key.privateKey).asymmetricKeyType !== 'rsa') {
    throw new Error('The DKIM key must be an RSA private key.')
  }
  const DKIM = loadDkim()
  const signer = new DKIM({
    domainName: key.domain,
    keySelector: key.selector,
    privateKey: key.privateKey,
    headerFieldNames: SIGNED_HEADERS.join(':'),
  })
  return (message) => buffer(signer.sign(message))
}
