import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { largePng, ownerWithFiles, PDF } from '../../support/fixtures/files.ts'
import { type KeyPair, LACKS_GPG, openPrograms } from '../../support/openpgp/programs.ts'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

type Programs = ReturnType<typeof openPrograms>

/** Decrypts the newest email with GnuPG. `outer`: everything that anybody on its way can read. */
async function readNewest(service: TestService, programs: Programs, pair: KeyPair) {
  await service.deliver()
  const raw = service.receivedEmails.at(-1)?.raw.toString('latin1') ?? assert.fail('no email came')
  const armored = /-----BEGIN PGP MESSAGE-----[\s\S]*-----END PGP MESSAGE-----/.exec(raw)?.[0]
  assert.ok(armored, raw)
  const inner = await PostalMime.parse(programs.decryptWithGpg(armored, pair))
  return { outer: raw.replace(armored, ''), inner }
}

test('GnuPG decrypts an email with files: the same bytes, with their names', {
  skip: LACKS_GPG,
}, async () => {
  using programs = openPrograms()
  await using service = await startService({ now: new Date() })
  const { owner, attach } = await ownerWithFiles(service, { attach: true })
  const pair = programs.makeWithGpg('curve25519', { address: ADA })
  service.pass({ minutes: 1 })
  const added = await owner.post('/account/email-key', { key: pair.publicKey })
  assert.equal(added.status, 201, added.text)
  const { inner: asks } = await readNewest(service, programs, pair)
  const link = asks.text?.match(/http\S+\/email-key\/[0-9a-z]+/)?.[0] ?? assert.fail(asks.text)
  await service.post(link, { headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' } })

  const everyByte = Buffer.from(Array.from({ length: 3 * 256 }, (_, index) => index % 256))
  const files = new Map([
    ['Report.pdf', Buffer.concat([PDF, everyByte])],
    ['履歴書 – 简历 – 이력서.png', largePng(70_000)],
  ])
  const sent = await attach([
    ['message', 'with two files'],
    ...[...files].map((file): ['file', [string, Buffer]] => ['file', file]),
  ])
  assert.equal(sent.status, 200, sent.text)
  const { outer, inner } = await readNewest(service, programs, pair)
  assert.match(inner.text ?? '', /with two files/)
  assert.deepEqual(
    inner.attachments.map(({ filename }) => filename),
    [...files.keys()],
  )
  for (const { filename, content } of inner.attachments)
    assert.ok(
      Buffer.from(content as ArrayBuffer).equals(files.get(filename ?? '') ?? assert.fail()),
      filename ?? '',
    )
  assert.doesNotMatch(outer, /Report|application\/pdf|image\/png|with two files/)
})
