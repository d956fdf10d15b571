import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { confirmSession, FROM_HERE, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { linkIn, makeKey, openEmail, type TestKey, useKey } from '../../support/openpgp/key.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'

const DAY_SECONDS = 24 * 60 * 60
const PAGE = { accept: 'text/html' }

async function newest(service: TestService) {
  await service.deliver()
  const email = service.receivedEmails.at(-1)
  assert.ok(email, 'an email came')
  return Buffer.from(email.raw)
}

async function keysOf(owner: Owner) {
  return (await owner.get('/account/email-key')).json as {
    current: { fingerprint: string; state: string } | null
    next: { fingerprint: string } | null
    encrypted_only: boolean
  }
}

async function submitCanary(service: TestService, owner: Owner, word: string) {
  await service.submit(owner.endpoint, {
    email: `${word}@visitor.dev`,
    name: `Name ${word}`,
    _subject: `Subject ${word}`,
    message: `Message ${word}`,
  })
  return newest(service)
}

test('encrypts an owner’s emails once a key is confirmed, and reveals no content on the outside', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name: 'Secret form', submitted_subject: true })
  const key = await makeKey(service)
  const added = await ada.post('/account/email-key', { key: key.publicKey })
  assert.equal(added.status, 201, added.text)
  assert.equal((await keysOf(ada)).current, null)
  assert.equal((await keysOf(ada)).next?.fingerprint, key.fingerprint)
  await service.deliver()
  // Not confirmed: nothing is encrypted yet.
  const plain = (await submitCanary(service, ada, 'before')).toString()
  assert.match(plain, /before/)
  const link = await findLink(service, key)

  const page = await service.get(link, PAGE)
  assert.equal(page.status, 200)
  assert.ok(page.text.includes(key.fingerprint.slice(0, 4)))
  assert.equal((await keysOf(ada)).current, null, 'a program that opens links confirms nothing')
  const foreign = await service.post(link, { headers: { ...PAGE, 'sec-fetch-site': 'cross-site' } })
  assert.equal(foreign.status, 403)
  const confirmed = await service.post(link, { headers: { ...PAGE, ...FROM_HERE } })
  assert.equal(confirmed.status, 200)
  assert.deepEqual(
    [(await keysOf(ada)).current?.fingerprint, (await keysOf(ada)).current?.state],
    [key.fingerprint, 'active'],
  )
  assert.equal((await service.post(link, { headers: { ...PAGE, ...FROM_HERE } })).status, 404)

  const { outer, inner } = await openEmail(await submitCanary(service, ada, 'canary'), key)
  assert.doesNotMatch(outer, /canary|Secret form|Reply-To|References|text\/html/i)
  assert.match(outer, /^Subject: Encrypted email from Formslot\r$/m)
  assert.match(outer, /^From: Formslot </m)
  assert.match(outer, /^Content-Type: multipart\/encrypted; protocol="application\/pgp-encrypted";\r\n/m)
  assert.match(inner.text ?? '', /Message canary/)
  assert.equal(inner.subject, '[Secret form] Subject canary')
  assert.deepEqual(inner.replyTo?.[0]?.address, 'canary@visitor.dev')
  assert.equal(inner.html, undefined)
  const actions = (await ada.get('/audit')).json.data as { action: string; detail: string }[]
  assert.deepEqual(
    actions
      .filter(({ action }) => action.startsWith('email_key'))
      .map(({ action, detail }) => [action, detail]),
    [
      ['email_key_confirmed', key.fingerprint],
      ['email_key_added', key.fingerprint],
    ],
  )
})

/** Finds the link among all emails, by the one that the key opens. */
async function findLink(service: TestService, key: TestKey): Promise<string> {
  await service.deliver()
  for (const { raw } of service.receivedEmails) {
    const opened = await openEmail(Buffer.from(raw), key).catch(() => null)
    const link = opened?.inner.text?.match(/http\S+\/email-key\/[0-9a-z]+/)?.[0]
    if (link) return link
  }
  return assert.fail('no email has the link')
}

test('refuses a private key, and neither stores nor logs it', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const key = await makeKey(service)
  const secret = key.privateKey.split('\n')[4] ?? ''
  assert.ok(secret.length > 40)
  const refused = await ada.post('/account/email-key', { key: key.privateKey })
  assert.deepEqual([refused.status, refused.json.code, refused.json.field], [400, 'email_key_refused', 'key'])
  assert.match(String(refused.json.message), /private key.*not stored/)
  assert.ok(!refused.text.includes(secret))
  const { dataDir } = service.config
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const content = await readFile(path.join(file.parentPath, file.name))
    assert.ok(!content.includes(secret), file.name)
  }
  for (const text of ['hello', `${key.publicKey}${key.publicKey}`])
    assert.equal((await ada.post('/account/email-key', { key: text })).json.code, 'email_key_refused')
  assert.equal((await ada.post('/account/email-key', { key: 'x'.repeat(64 * 1024 + 1) })).status, 400)
})

test('needs a fresh sign-in for every change of a key', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await useKey(service, ada, await makeKey(service))
  service.pass({ minutes: 16 })
  const other = await makeKey(service)
  const calls = [
    () => ada.post('/account/email-key', { key: other.publicKey }),
    () => ada.patch('/account/email-key', { encrypted_only: false }),
    () => ada.post('/account/email-key/look-up'),
    () => ada.delete('/account/email-key'),
  ]
  for (const call of calls) assert.equal((await call()).json.code, 'fresh_sign_in_needed')
  assert.equal((await keysOf(ada)).encrypted_only, true)
})

test('uses another key once it is confirmed, and tells the owner by an email without content', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const [old, other] = [await makeKey(service), await makeKey(service)]
  await useKey(service, ada, old)
  await ada.post('/account/email-key', { key: other.publicKey })
  const link = await findLink(service, other)
  assert.match((await openEmail(await submitCanary(service, ada, 'one'), old)).inner.text ?? '', /one/)
  await service.post(link, { headers: { ...PAGE, ...FROM_HERE } })
  const told = (await newest(service)).toString()
  assert.match(told, /^Subject: Your emails are now encrypted to another key\r$/m)
  for (const { fingerprint } of [old, other]) assert.ok(toWords(told).includes(fingerprint))
  assert.match((await openEmail(await submitCanary(service, ada, 'two'), other)).inner.text ?? '', /two/)
  await assert.rejects(openEmail(await newest(service), old))
})

test('sends unencrypted emails again after the key was removed, and says so', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const key = await makeKey(service)
  await useKey(service, ada, key)
  assert.equal((await ada.delete('/account/email-key')).status, 204)
  const told = (await newest(service)).toString()
  assert.match(told, /^Subject: Your emails are no longer encrypted\r$/m)
  assert.ok(toWords(told).includes(key.fingerprint))
  assert.match((await submitCanary(service, ada, 'plain')).toString(), /Message plain/)
  assert.deepEqual(await keysOf(ada), { current: null, next: null, encrypted_only: false })
  assert.equal((await ada.delete('/account/email-key')).status, 204)
  assert.equal(
    (await ada.patch('/account/email-key', { encrypted_only: true })).json.code,
    'email_key_missing',
  )
})

test('emails wait up to seven days for a key that has not expired, and the owner is told without content', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const key = await makeKey(service, { expireSeconds: 20 * DAY_SECONDS })
  await useKey(service, ada, key)
  service.pass({ days: 6, hours: 1 })
  await service.service.purge()
  assert.match((await newest(service)).toString(), /^Subject: Your OpenPGP key is about to expire\r$/m)
  const count = service.receivedEmails.length
  await service.service.purge()
  await service.deliver()
  assert.equal(service.receivedEmails.length, count, 'told once')
  for (let days = 0; days < 14; days += 2) {
    await ada.get('/me')
    service.pass({ days: 2 })
  }
  await service.service.purge()
  assert.match((await newest(service)).toString(), /^Subject: Your OpenPGP key has expired\r$/m)
  assert.equal((await keysOf(ada)).current?.state, 'expired')

  const told = service.receivedEmails.length
  await service.submit(ada.endpoint, { message: 'canary one' })
  await service.deliver()
  service.pass({ days: 3 })
  await ada.get('/me')
  service.pass({ days: 3, hours: 23 })
  await service.submit(ada.endpoint, { message: 'canary two' })
  await service.deliver()
  assert.equal(service.receivedEmails.length, told, 'both wait')
  service.pass({ hours: 1 })
  await service.deliver()
  const states = await service.sql(
    `select outcome from outbox where kind = 'submission' order by key desc limit 2`,
  )
  assert.deepEqual(
    states.map(({ outcome }) => outcome),
    [null, 'expired'],
  )
  assert.equal(service.receivedEmails.length, told, 'the first one is not sent any more')

  await confirmSession(service, ada)
  const next = await makeKey(service)
  await useKey(service, ada, next)
  await service.deliver()
  const opened = await Promise.all(
    service.receivedEmails.slice(-2).map(({ raw }) => openEmail(Buffer.from(raw), next).catch(() => null)),
  )
  assert.ok(
    opened.some((email) => email?.inner.text?.includes('canary two')),
    'it went out with the next key',
  )
})

test('a key that was not confirmed within seven days can no longer be confirmed, and is deleted', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const key = await makeKey(service)
  await ada.post('/account/email-key', { key: key.publicKey })
  const link = await linkIn(service, key)
  service.pass({ days: 4 })
  await ada.get('/me')
  service.pass({ days: 3, milliseconds: -1 })
  assert.equal((await service.get(link, PAGE)).status, 200)
  service.pass({ milliseconds: 1 })
  assert.equal((await service.get(link, PAGE)).status, 404)
  assert.equal((await keysOf(ada)).next, null)
  await service.service.purge()
  assert.deepEqual(await service.sql('select key from email_keys'), [])
})

test('a key of another account is of no use, and adding keys has a limit', async () => {
  await using service = await startService()
  const [ada, bo] = [await signIn(service), await signIn(service, BO)]
  const key = await makeKey(service)
  await useKey(service, ada, key)
  assert.deepEqual(await keysOf(bo), { current: null, next: null, encrypted_only: false })
  assert.match((await submitCanary(service, bo, 'plain')).toString(), /Message plain/)
  let refused = null
  for (let sent = 1; sent <= 10 && refused === null; sent += 1) {
    const added = await ada.post('/account/email-key', { key: key.publicKey })
    if (added.status !== 201) refused = { sent, code: added.json.code }
  }
  assert.deepEqual(refused, { sent: 10, code: 'email_key_rate' })
})

test('reading pasted texts has a limit for each account, because all share one thread', async () => {
  await using service = await startService()
  const [ada, bo] = [await signIn(service), await signIn(service, BO)]
  const paste = (owner: Owner) => owner.post('/account/email-key', { key: 'not a key' })
  for (let pasted = 0; pasted < 30; pasted += 1)
    assert.equal((await paste(ada)).json.code, 'email_key_refused')
  const refused = await paste(ada)
  assert.deepEqual([refused.json.code, refused.headers.get('retry-after')], ['email_key_rate', '3600'])
  assert.equal((await paste(bo)).json.code, 'email_key_refused')
})

/** Reads an email without its line breaks and the spaces of its fingerprints. */
function toWords(email: string): string {
  return email.replaceAll('=\r\n', '').replaceAll(/\s/g, '')
}
