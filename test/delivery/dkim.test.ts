import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { test } from 'node:test'
import { createSigner } from '../../src/delivery/channels/email/dkim.ts'
import { openSmtpMailer } from '../../src/delivery/channels/email/smtp/smtp-mailer.ts'
import { sampleEmail } from '../support/fixtures/sample-email.ts'
import { startSmtpSink } from '../support/smtp/sink.ts'

const SIGNED = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'mime-version',
  'content-type',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
  'feedback-id',
]

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

test('the DKIM signature covers the body and every important header of the received email', async () => {
  await using sink = await startSmtpSink()
  await postSigned(sink.port, 'Grace\n\n.\n\r \t trailing  \n\n\n')
  const { tags, signed, body } = readSigned(sink.emails[0]?.raw ?? Buffer.alloc(0))
  assert.equal(tags.get('d'), 'formslot.dev')
  assert.equal(tags.get('s'), 'mail')
  assert.equal(tags.get('c'), 'relaxed/relaxed')
  assert.deepEqual(tags.get('h')?.split(':').sort(), [...SIGNED].sort())
  assert.equal(tags.get('bh'), createHash('sha256').update(relaxBody(body), 'latin1').digest('base64'))
  assert.ok(
    verify('sha256', Buffer.from(signed, 'latin1'), publicKey, Buffer.from(tags.get('b') ?? '', 'base64')),
  )
})

test('a changed one-click header breaks the signature', async () => {
  await using sink = await startSmtpSink()
  await postSigned(sink.port, 'Grace\n')
  const forged = sink.emails[0]?.raw.toString('latin1').replace('=One-Click', '=Two-Clicks') ?? ''
  const { tags, signed } = readSigned(Buffer.from(forged, 'latin1'))
  assert.ok(
    !verify('sha256', Buffer.from(signed, 'latin1'), publicKey, Buffer.from(tags.get('b') ?? '', 'base64')),
  )
})

test('a retry of a signed email is identical byte for byte', async () => {
  await using sink = await startSmtpSink()
  await postSigned(sink.port, 'Grace\n')
  await postSigned(sink.port, 'Grace\n')
  assert.equal(sink.emails.length, 2)
  assert.deepEqual(sink.emails[1]?.raw, sink.emails[0]?.raw)
})

test('rejects a key that cannot sign at startup', () => {
  const ed25519 = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  assert.throws(() => createSigner({ domain: 'formslot.dev', selector: 'mail', privateKey: ed25519 }), /RSA/)
  assert.throws(() => createSigner({ domain: 'formslot.dev', selector: 'mail', privateKey: 'no key at all' }))
})

async function postSigned(port: number, text: string): Promise<void> {
  const mailer = openSmtpMailer({
    smtp: { host: '127.0.0.1', port, secure: false, user: null, password: null },
    dkim: { domain: 'formslot.dev', selector: 'mail', privateKey: pem },
  })
  const posted = await mailer.post(sampleEmail({ text, replyTo: 'grace@hopper.org' }))
  await mailer.close()
  assert.equal(posted.kind, 'accepted')
}

/** The verifier's computation of RFC 6376 §3.7 on a message whose first header is the signature. */
function readSigned(message: Buffer): { tags: Map<string, string>; signed: string; body: string } {
  const [head = '', body = ''] = splitOnce(message.toString('latin1'), '\r\n\r\n')
  const headers = head.split(/\r\n(?![ \t])/).map((line) => splitOnce(line, ':'))
  const [, signature = ''] = headers.find(([name]) => name === 'DKIM-Signature') ?? []
  const tags = new Map(
    signature.split(';').map((tag) => {
      const [name = '', value = ''] = splitOnce(tag, '=')
      return [name.trim(), value.replace(/\s/g, '')]
    }),
  )
  const covered = (tags.get('h') ?? '').split(':').map((name) => {
    const [, value = ''] = headers.findLast(([key]) => key?.toLowerCase() === name) ?? []
    return `${name}:${relaxValue(value)}\r\n`
  })
  const unsigned = signature.replace(/(;\s*b=)[^;]*/, '$1')
  return { tags, body, signed: `${covered.join('')}dkim-signature:${relaxValue(unsigned)}` }
}

function relaxValue(value: string): string {
  return value
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim()
}

/** RFC 6376 §3.4.4. */
function relaxBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  return `${lines.join('\r\n').replace(/(\r\n)+$/, '')}\r\n`
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}
