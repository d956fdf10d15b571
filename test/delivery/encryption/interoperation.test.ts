import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import PostalMime from 'postal-mime'
import { renderInnerPart } from '../../../src/delivery/channels/email/encrypted/inner-part.ts'
import { renderMessage } from '../../../src/delivery/channels/email/mime.ts'
import { openEncryptor } from '../../../src/delivery/encryption/encryptor.ts'
import type { EmailKey } from '../../../src/domain/accounts/email-key.ts'
import { sampleEmail } from '../../support/fixtures/sample-email.ts'
import { type KeyPair, LACKS_PROGRAMS, openPrograms, type Recipe } from '../../support/openpgp/programs.ts'

const ADDRESS = 'ada@lovelace.dev'
const MESSAGE = 'Grüße, 你好: canary-7f3a\r\n--\r\n-----BEGIN PGP MESSAGE-----'

const encryptor = openEncryptor()
after(() => encryptor.close())

async function read({ publicKey }: KeyPair): Promise<EmailKey> {
  const reading = await encryptor.readPasted(publicKey, new Date())
  assert.equal(reading.kind, 'key')
  return reading.kind === 'key' ? reading.key : assert.fail()
}

for (const recipe of ['RSA 4096', 'curve25519'] satisfies Recipe[]) {
  test(`GnuPG and Sequoia decrypt an email to a key of each other, ${recipe}`, {
    skip: LACKS_PROGRAMS,
  }, async () => {
    using programs = openPrograms()
    const pairs = [
      programs.makeWithGpg(recipe, { address: ADDRESS }),
      programs.makeWithSq(recipe, { address: ADDRESS }),
    ]
    for (const pair of pairs) {
      const key = await read(pair)
      assert.equal(key.fingerprint, pair.fingerprint)
      assert.equal(key.algorithm, recipe)
      const inner = await renderInnerPart(sampleEmail({ text: MESSAGE, subject: 'Grüße von Bo' }))
      const encrypted = await encryptor.encrypt(key.armored, inner, new Date())
      const message = await renderMessage(sampleEmail({ text: '', html: '', encrypted }))
      const armored = await findArmor(message)
      for (const decrypted of [
        programs.decryptWithGpg(armored, pair),
        programs.decryptWithSq(armored, pair),
      ]) {
        assert.equal(decrypted, inner.toString())
        const opened = await PostalMime.parse(decrypted)
        assert.equal(opened.text?.trimEnd(), MESSAGE.replaceAll('\r\n', '\n'))
        assert.equal(opened.subject, 'Grüße von Bo')
        assert.equal(opened.html, undefined)
      }
    }
  })
}

/** Finds the armored message as a mail program does: in the second part of `multipart/encrypted`. */
async function findArmor(message: Buffer): Promise<string> {
  const text = message.toString('latin1')
  const { headers, attachments } = await PostalMime.parse(message)
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  assert.match(type, /^multipart\/encrypted; protocol="application\/pgp-encrypted"; ?boundary="/)
  assert.deepEqual(
    attachments.map(({ mimeType }) => mimeType),
    ['application/pgp-encrypted', 'application/octet-stream'],
  )
  assert.doesNotMatch(text, /canary|Gr=|text\/html|text\/plain/)
  assert.doesNotMatch(text, /[^\r]\n/)
  const [version, armor] = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString())
  assert.equal(version?.trim(), 'Version: 1')
  assert.match(armor ?? '', /^-----BEGIN PGP MESSAGE-----/)
  return armor ?? ''
}
