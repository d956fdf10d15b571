import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CONFIRM_KEY_DAYS,
  EXPIRED_KEY_WAIT_DAYS,
  EXPIRY_WARNING_DAYS,
} from '../../src/domain/accounts/email-key.ts'
import { openGuide } from '../support/docs/guide.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { LACKS_GPG, openPrograms } from '../support/openpgp/programs.ts'
import { startService } from '../support/service/service.ts'

test('the commands of the page about encrypted email work with GnuPG', { skip: LACKS_GPG }, async () => {
  using programs = openPrograms()
  await using service = await startService({ now: new Date() })
  const guide = await openGuide('encrypted-email.md', service.base)
  guide.env.GNUPGHOME = programs.home
  const owner = await signIn(service, 'jane@acme.org')
  const pair = programs.makeWithGpg('curve25519', { address: 'jane@acme.org' })
  service.pass({ minutes: 1 })
  const [exportKey = '', change = '', read = '', ...others] = guide.commands()
  assert.deepEqual(others, [])
  const added = await owner.post('/account/email-key', { key: await guide.shell(exportKey) })
  assert.equal(added.status, 201, added.text)
  await service.deliver()
  const raw = service.receivedEmails.at(-1)?.raw.toString() ?? ''
  const armored = /-----BEGIN PGP MESSAGE-----[\s\S]*-----END PGP MESSAGE-----/.exec(raw)?.[0] ?? ''
  const link = programs
    .decryptWithGpg(armored, pair)
    .replaceAll('=\r\n', '')
    .match(/http\S+\/email-key\/[0-9a-z]+/)?.[0]
  assert.ok(link)
  await service.post(link, { headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' } })

  const key = (await owner.post('/keys', { name: 'guide', scopes: ['read', 'write'] })).json
  guide.env.ACCOUNT_KEY = String(key.api_key ?? key.key)
  guide.env.FORM_ID = owner.endpoint.form_id
  assert.equal(JSON.parse(await guide.shell(change)).settings.store, 'encrypted')
  await service.submit(owner.endpoint, { message: 'Read by Jane alone' })
  const [newest] = (await owner.get('/submissions?limit=1')).json.data as { id: string }[]
  guide.env.SUBMISSION_ID = newest?.id ?? ''
  assert.match(await guide.shell(read), /Read by Jane alone/)
})

test('the page about encrypted email states the limits of the program', async () => {
  const { text } = await openGuide('encrypted-email.md', 'http://127.0.0.1:8080')
  for (const words of [
    `The link works for ${CONFIRM_KEY_DAYS} days`,
    `${EXPIRY_WARNING_DAYS} days before your key expires`,
    `waits up to ${EXPIRED_KEY_WAIT_DAYS} days`,
    'A key can be up to 64 KiB. RSA keys need 2048 to 8192 bits',
    'S/MIME is not supported',
  ])
    assert.ok(text.includes(words), words)
})
