import assert from 'node:assert/strict'
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { solveFor } from '../../support/fixtures/challenge.ts'
import { confirmSession, createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { makeKey, open, openEmail, type TestKey, useKey } from '../../support/openpgp/key.ts'
import { BO, startService, type TestService } from '../../support/service/service.ts'
import { startReceiver } from '../../support/web/receiver.ts'

const WORD = 'quaggaword'
const CONTENT = {
  [`field ${WORD}`]: 'x',
  email: `${WORD}@visitor.dev`,
  message: `Grüße\n${WORD} <b>`,
}

/** Ada with a key in use, and a form that stores submissions encrypted to it. */
async function sealedForm(service: TestService, options: { expireSeconds?: number } = {}) {
  const ada = await signIn(service)
  const key = await makeKey(service, options)
  await useKey(service, ada, key)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const changed = await ada.patch(place, { store: 'encrypted' })
  assert.equal(changed.status, 200, changed.text)
  return { ada, key, place }
}

async function listed(ada: Owner) {
  const { data } = (await ada.get('/submissions?folder=all')).json as {
    data: { id: string; fields: unknown[]; ciphertext: string | null }[]
  }
  return data
}

/** Reads the JSON within the decrypted content. */
async function readFields(ciphertext: string | null | undefined, key: TestKey) {
  const { inner } = await openEmail(Buffer.from(ciphertext ?? ''), key)
  const [attached] = inner.attachments
  assert.equal(attached?.filename, 'submission.json')
  return JSON.parse(Buffer.from(attached?.content as ArrayBuffer).toString()) as {
    fields: [string, string][]
  }
}

/** Fails where a file of the data directory contains the word. */
async function assertNowhere(folder: string, word: string): Promise<void> {
  let files = 0
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    files += 1
    const content = await readFile(path.join(file.parentPath, file.name))
    assert.ok(!content.includes(word), `${file.name} contains the word`)
  }
  assert.ok(files > 2)
}

test('stores submissions encrypted: their words are in no file of the data directory, and in no log', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-sealed-'))
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  await using service = await startService({ dataDir: folder.path, database: 'file', log })
  const { ada, key, place } = await sealedForm(service)
  for (const sent of [CONTENT, { ...CONTENT, _gotcha: 'bot' }]) {
    const answer = await service.submit(ada.endpoint, sent, {
      'idempotency-key': `key-of-${Object.keys(sent).length}-fields`,
    })
    assert.equal(answer.status, 200, answer.text)
  }
  // Refused ones leave nothing, either.
  const withFile = new FormData()
  withFile.append(WORD, new File([WORD], `${WORD}.txt`))
  withFile.append('message', WORD)
  assert.equal((await service.post(ada.endpoint.endpoint_url, { body: withFile })).json.code, 'file_refused')
  const broken = { 'content-type': 'application/json' }
  await service.post(ada.endpoint.endpoint_url, { body: `{"message": ${WORD}`, headers: broken })
  await service.get(`/f/${ada.endpoint.form_id}?message=${WORD}`)
  const csv = `message,date\n${WORD},2024-05-01T10:00:00Z\n`
  const imported = await service.post(`/api/v1${place}/import?format=csv`, {
    body: csv,
    headers: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'text/csv' },
  })
  assert.deepEqual([imported.status, imported.json.code], [409, 'storage_encrypted'])
  await service.deliver()
  await service.service.maintenance()
  await assertNowhere(folder.path, WORD)
  assert.ok(logged.length > 0)
  assert.doesNotMatch(logged.join(''), new RegExp(WORD))

  const [spam, submission] = await listed(ada)
  assert.deepEqual([submission?.fields, spam?.fields], [[], []])
  const { fields } = await readFields(submission?.ciphertext, key)
  assert.deepEqual(fields, Object.entries(CONTENT))
  assert.match(await open(spam?.ciphertext ?? '', key), new RegExp(WORD))

  const raw = Buffer.from(service.receivedEmails.at(-1)?.raw ?? '')
  const { outer, inner } = await openEmail(raw, key)
  assert.doesNotMatch(outer, new RegExp(WORD))
  assert.match(inner.text ?? '', /Grüße\n.*quaggaword/)
  assert.equal(inner.replyTo?.[0]?.address, `${WORD}@visitor.dev`)
  assert.equal(inner.html, undefined)
  const within = /-----BEGIN PGP MESSAGE-----[\s\S]*?-----END PGP MESSAGE-----/.exec(raw.toString())?.[0]
  assert.equal(
    within?.replaceAll('\r', ''),
    submission?.ciphertext?.trim().replaceAll('\r', ''),
    'the same bytes',
  )
})

test('neither search nor exports see the content, and exports contain the encrypted text', async () => {
  await using service = await startService()
  const { ada, key } = await sealedForm(service)
  await service.submit(ada.endpoint, CONTENT)
  const found = (await ada.get(`/submissions?q=${WORD}`)).json.data
  assert.deepEqual(found, [])
  for (const format of ['json', 'csv']) {
    const { text } = await ada.get(`/submissions/export?format=${format}`)
    assert.doesNotMatch(text, new RegExp(WORD))
    assert.match(text, /-----BEGIN PGP MESSAGE-----/)
  }
  const [{ id, ciphertext } = assert.fail()] = await listed(ada)
  assert.equal((await ada.get(`/submissions/${id}`)).json.ciphertext, ciphertext)
  assert.match(await open(ciphertext ?? '', key), /submission\.json/)
})

test('stores a test submission encrypted, with its words in no file, and emails it as any other', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-sealed-'))
  await using service = await startService({ dataDir: folder.path, database: 'file' })
  const { ada, key, place } = await sealedForm(service)
  const queue = await createClaimedQueue(service)
  assert.equal((await ada.patch(place, { queue_id: queue.id })).status, 200)
  const sent = await ada.post(`${place}/test`)
  assert.equal(sent.status, 201, sent.text)
  await service.deliver()
  await assertNowhere(folder.path, 'This is a test submission')
  const { json } = await ada.get(`/submissions/${sent.json.submission_id}`)
  assert.deepEqual([json.test, json.fields], [true, []])
  const { fields } = await readFields(String(json.ciphertext), key)
  assert.deepEqual(fields.at(-1), ['_test', true])
  const { outer, inner } = await openEmail(Buffer.from(service.receivedEmails.at(-1)?.raw ?? ''), key)
  assert.match(inner.text ?? '', /This is a test submission/)
  assert.doesNotMatch(outer, /test/i)
  const messages = await service.sql('select body from messages')
  assert.equal(messages.length, 1)
  assert.doesNotMatch(String(messages[0]?.body), /test submission/)
})

test('takes no import while it stores submissions encrypted, and tells others nothing of it', async () => {
  await using service = await startService()
  const { ada, place } = await sealedForm(service)
  const bo = await signIn(service, BO)
  const send = (owner: Owner) =>
    service.post(`/api/v1${place}/import?format=csv`, {
      body: 'message\nHello\n',
      headers: { cookie: owner.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'text/csv' },
    })
  const refused = await send(ada)
  assert.deepEqual([refused.status, refused.json.code], [409, 'storage_encrypted'])
  assert.match(String(refused.json.hint), /set "store" to "plain" before the import/)
  assert.equal((await send(bo)).json.code, 'endpoint_not_found')
  await ada.patch(place, { store: 'plain' })
  assert.equal((await send(ada)).json.imported, 1)
  assert.equal((await ada.patch(place, { store: 'encrypted' })).status, 200)
  assert.deepEqual((await listed(ada))[0]?.fields, [['message', 'Hello']], 'what came before stays')
})

test('only forms store encrypted', async () => {
  await using service = await startService()
  const { ada } = await sealedForm(service)
  for (const kind of ['telemetry', 'queues']) {
    const { id } = (await ada.post(`/${kind}`, { name: 'Shop' })).json
    const refused = await ada.patch(`/${kind}/${id}`, { store: 'encrypted' })
    assert.equal(refused.status, 400, kind)
    assert.match(refused.text, /Only forms have this setting/, kind)
  }
})

test('destinations get IDs and a link, whatever the account allows', async () => {
  await using receiver = await startReceiver()
  await using service = await startService({
    env: { FORMSLOT_DEFAULT_PLAN: 'pro' },
    egressPorts: [receiver.port],
  })
  const { ada, place } = await sealedForm(service)
  await ada.patch('/account/email-key', { encrypted_only: false })
  const { id } = (await ada.post(`${place}/destinations`, { kind: 'webhook', url: receiver.url })).json
  await ada.post(`${place}/destinations/${id}/test`)
  const queue = await createClaimedQueue(service)
  assert.equal((await ada.patch(place, { queue_id: queue.id })).status, 200)
  await service.submit(ada.endpoint, CONTENT)
  await service.deliver()
  const body = String(receiver.received.at(-1)?.body)
  assert.equal(JSON.parse(body).data.withheld, true)
  assert.doesNotMatch(body, new RegExp(WORD))
  const messages = await service.sql('select body from messages')
  assert.equal(messages.length, 1)
  assert.doesNotMatch(String(messages[0]?.body), new RegExp(WORD))
})

test('requires a key in use and no files, and the key cannot be removed while a form needs it', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const refused = await ada.patch(place, { store: 'encrypted' })
  assert.deepEqual([refused.status, refused.json.code, refused.json.field], [400, 'value_invalid', 'store'])
  await useKey(service, ada, await makeKey(service))
  assert.equal((await ada.patch(place, { store: 'encrypted', files: { on: true } })).json.field, 'store')
  const changed = await ada.patch(place, { store: 'encrypted' })
  assert.equal((changed.json.settings as { store: string }).store, 'encrypted')
  assert.equal((await ada.patch(place, { files: { on: true } })).json.field, 'store')
  assert.equal((await ada.delete('/account/email-key')).json.code, 'email_key_needed')
  await ada.patch(place, { store: 'plain' })
  await service.submit(ada.endpoint, { message: 'plain again' })
  assert.deepEqual((await listed(ada))[0]?.fields, [['message', 'plain again']])
  assert.equal((await ada.delete('/account/email-key')).status, 204)
})

test('is turned off by a session with a fresh sign-in alone', async () => {
  await using service = await startService()
  const { ada, place } = await sealedForm(service)
  const { key } = (await ada.post('/keys', { name: 'program', scopes: ['read', 'write'] })).json
  const program = createCalls(service, { authorization: `Bearer ${key}` })
  assert.equal((await program.patch(place, { store: 'plain' })).json.code, 'session_needed')
  assert.equal((await program.patch(place, { store: 'encrypted', name: 'Shop' })).status, 200)
  service.pass({ hours: 2 })
  assert.equal((await ada.patch(place, { store: 'plain' })).json.code, 'fresh_sign_in_needed')
  assert.equal((await ada.patch(place, { name: 'Books' })).status, 200)
  await confirmSession(service, ada)
  assert.equal((await ada.patch(place, { store: 'plain' })).status, 200)
  assert.equal((await program.patch(place, { store: 'plain' })).status, 200, 'it is off already')
})

test('encrypts what was sent with the solution of a challenge, without it, and spends it once', async () => {
  await using service = await startService()
  const { ada, key, place } = await sealedForm(service)
  await ada.patch(place, { challenge: 'required' })
  const altcha = await solveFor(service, ada.endpoint.endpoint_url)
  const send = () => service.submit(ada.endpoint, { ...CONTENT, altcha }, { accept: 'application/json' })
  assert.equal((await send()).status, 200)
  assert.equal((await send()).json.code, 'challenge_required')
  const [submission, ...others] = await listed(ada)
  assert.deepEqual((await readFields(submission?.ciphertext, key)).fields, Object.entries(CONTENT))
  assert.equal(others.length, 1, 'the first, which came before')
})

test('refuses a submission without encrypting it first', async () => {
  await using service = await startService()
  const { ada, place } = await sealedForm(service)
  // From now on, encrypting fails, which is answered differently.
  await service.sql("update email_keys set armored = 'broken'")
  const send = async () =>
    (await service.submit(ada.endpoint, CONTENT, { accept: 'application/json' })).json.code
  assert.equal(await send(), 'store_busy')
  await ada.patch(place, { challenge: 'required' })
  assert.equal(await send(), 'challenge_required')
  await ada.post(`${place}/retire`)
  assert.equal(await send(), 'endpoint_retired')
})

test('encrypts to an expired key rather than storing plain text, and the email does not wait', async () => {
  await using service = await startService()
  const { ada, key } = await sealedForm(service, { expireSeconds: 24 * 60 * 60 })
  service.pass({ days: 2 })
  const before = service.receivedEmails.length
  assert.equal((await service.submit(ada.endpoint, CONTENT)).status, 200)
  await service.deliver()
  assert.equal(service.receivedEmails.length, before + 1)
  const [submission] = await listed(ada)
  assert.deepEqual((await readFields(submission?.ciphertext, key)).fields, Object.entries(CONTENT))
})

test('a withdrawal by the visitor deletes the encrypted content, too', async () => {
  await using service = await startService()
  const { ada } = await sealedForm(service)
  const sent = await service.submit(ada.endpoint, CONTENT, { accept: 'application/json' })
  const receipt = /<([^>]+\/r\/[^>]+)>/.exec(sent.headers.get('link') ?? '')?.[1] ?? ''
  const withdrawn = await service.post(`${receipt}/withdraw`, {
    headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
  })
  assert.ok(withdrawn.status < 400, withdrawn.text)
  const rows = await service.sql('select ciphertext from submissions where withdrawn_at is not null')
  assert.deepEqual(
    rows.map(({ ciphertext }) => ciphertext),
    [null],
  )
})
