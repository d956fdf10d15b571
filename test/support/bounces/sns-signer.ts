import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DAY, later } from '../../../src/domain/time.ts'

export const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:bounces'
export const CERTIFICATE_URL =
  'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0f1e2d3c4b5a69788796a5b4c3d2e1f0.pem'

export type SnsMessage = Record<string, string>

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Signs as Amazon SNS, with a key, a certificate and signatures that openssl makes. */
export function openSnsSigner(keyArguments: readonly string[] = ['-newkey', 'rsa:2048']) {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-sns-'))
  const [key, certificate, text] = ['key.pem', 'certificate.pem', 'text'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string]
  const made = [...keyArguments, '-nodes', '-days', '365', '-keyout', key, '-out', certificate]
  openssl(['req', '-x509', '-subj', '/CN=sns.amazonaws.com', ...made])
  return {
    certificate: readFileSync(certificate, 'utf8'),
    /** A time at which the certificate is valid. */
    now: later(new X509Certificate(readFileSync(certificate)).validFromDate, DAY),

    /** Returns the message with a signature, as the body of a request. */
    sign(message: SnsMessage, version: '1' | '2' = '2'): Buffer {
      writeFileSync(text, toSignedText(message))
      const signature = openssl(['dgst', version === '1' ? '-sha1' : '-sha256', '-sign', key, text])
      return Buffer.from(
        JSON.stringify({ ...message, SignatureVersion: version, Signature: signature.toString('base64') }),
      )
    },

    [Symbol.dispose]() {
      rmSync(folder, { recursive: true })
    },
  }
}

/** Message that carries an event of SES, or any other text. */
export function notification(event: unknown, at: Date): SnsMessage {
  return {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: TOPIC,
    Message: typeof event === 'string' ? event : JSON.stringify(event),
    Timestamp: at.toISOString(),
    SigningCertURL: CERTIFICATE_URL,
    UnsubscribeURL: 'https://sns.eu-central-1.amazonaws.com/?Action=Unsubscribe',
  }
}

/** Message by which SNS asks for a confirmation. */
export function confirmation(at: Date): SnsMessage {
  return {
    Type: 'SubscriptionConfirmation',
    MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
    Token: '2336412f37fb687f5d51e6e2425c464de257eb',
    TopicArn: TOPIC,
    Message: 'You have chosen to subscribe to the topic.\nVisit the SubscribeURL.',
    SubscribeURL: 'https://example.org/anything',
    Timestamp: at.toISOString(),
    SigningCertURL: CERTIFICATE_URL,
  }
}

/** The text that SNS signs: a line with the name and a line with the value of each member, in the order of the alphabet. */
function toSignedText(message: SnsMessage): string {
  const unsigned = ['SigningCertURL', 'UnsubscribeURL']
  const names = Object.keys(message).filter((name) => !unsigned.includes(name))
  return names
    .sort()
    .map((name) => `${name}\n${message[name]}\n`)
    .join('')
}

function openssl(given: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('openssl', given)
  if (status !== 0) throw new Error(`openssl ${given[0]}: ${stderr}`)
  return stdout
}
