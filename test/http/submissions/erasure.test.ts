import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { eraseSender } from '../../../src/actions/submissions/erase-sender.ts'
import { eraseAddress, eraseOwner } from '../../../src/commands/erase.ts'
import { withStore } from '../../../src/commands/with-store.ts'
import { ownerWithFiles, PDF } from '../../support/fixtures/files.ts'
import { createCalls, type Owner, signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

const GRACE = 'grace@hopper.dev'
const WITHOUT_RATE = { env: { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_DEFAULT_PLAN: 'pro' } }
/** No value of these is the address. */
const OTHERS: readonly string[] = [
  'grace+shop@hopper.dev',
  'g_ace@hopper.dev',
  'xgrace@hopper.dev',
  'grace@hopper.dev.evil.dev',
  'gr\u0430ce@hopper.dev',
  'Grace <grace@hopper.dev>',
  'write to grace@hopper.dev',
]

async function idsOf(owner: Owner): Promise<string[]> {
  const listed = await owner.get('/submissions?folder=all&limit=100')
  return (listed.json.data as { id: string }[]).map(({ id }) => id)
}

const command = (
  service: TestService,
  address: string,
  more: Partial<Parameters<typeof eraseAddress>[1]> = {},
) =>
  eraseAddress(service.config, {
    ...{ address, everywhere: false, owner: null, isAgreed: false, receipt: null, now: service.now() },
    ...more,
  })

test('an owner erases everything that a person sent to her forms, and nothing of others', async () => {
  await using service = await startService(WITHOUT_RATE)
  const { owner: ada, id, attach } = await ownerWithFiles(service)
  const bo = await signIn(service, BO)
  const queue = await createClaimedQueue(service)
  assert.equal((await ada.patch(`/endpoints/${id}`, { queue_id: queue.id })).status, 200)
  await attach([
    ['email', 'Grace@Hopper.DEV'],
    ['cv', ['cv.pdf', PDF]],
  ])
  await service.submit(ada.endpoint, { contact: ` ${GRACE} `, message: 'in another field' })
  await service.submit(ada.endpoint, { email: GRACE, message: 'spam', _gotcha: 'x' })
  const nested = { email: BO, people: [{ address: GRACE }] }
  assert.equal((await service.post(ada.endpoint.endpoint_url, { json: nested })).status, 200)
  for (const email of OTHERS) await service.submit(ada.endpoint, { email })
  await service.submit(bo.endpoint, { email: GRACE, message: 'to Bo' })
  const [newest] = await idsOf(ada)
  const [read] = ((await ada.get('/submissions?folder=inbox&limit=100')).json.data as { id: string }[]).slice(
    -2,
  )
  await ada.patch(`/submissions/${read?.id}`, { note: 'call back', starred: true })
  const before = (await service.sql('select count(*) as count from submissions'))[0]?.count

  const ofSender = await ada.post('/erasures', { address: GRACE, dry_run: true })
  assert.deepEqual([ofSender.json.submissions, ofSender.json.elsewhere_submissions], [3, 1])
  const everywhere = { address: GRACE, everywhere: true }
  const dry = await ada.post('/erasures', { ...everywhere, dry_run: true })
  assert.deepEqual(
    [dry.status, dry.json.submissions, dry.json.files, dry.json.forms, dry.json.elsewhere_submissions],
    [200, 4, 1, [{ id, name: null, submissions: 4, files: 1 }], 0],
  )
  assert.equal(dry.json.address_sha256, createHash('sha256').update(GRACE).digest('hex'))
  assert.equal((await service.sql('select count(*) as count from submissions'))[0]?.count, before)

  const erased = await ada.post('/erasures', {
    ...{ ...everywhere, address: 'GRACE@hopper.dev' },
    dry_run: false,
  })
  assert.deepEqual([erased.json.dry_run, erased.json.submissions, erased.json.files], [false, 4, 1])
  assert.doesNotMatch(erased.text, /grace/i)
  const left = await service.sql('select fields from submissions order by key')
  const texts = left.map(({ fields }) => String(fields)).join()
  assert.equal(left.length, Number(before) - 4)
  for (const email of OTHERS) assert.ok(texts.includes(JSON.stringify(email)), email)
  assert.ok(texts.includes('to Bo'))
  assert.equal((await ada.get(`/submissions/${newest}`)).status, 200)
  assert.deepEqual(await service.sql('select * from files'), [])
  assert.equal((await service.sql('select * from file_deletions')).length, 1)
  assert.equal(
    (await service.sql(`select * from messages where body like '%another field%' or body like '%cv.pdf%'`))
      .length,
    0,
  )
  assert.equal((await ada.post('/erasures', { address: GRACE, dry_run: true })).json.submissions, 0)
  const [logged] = (await ada.get('/audit')).json.data as { action: string; detail: string }[]
  assert.deepEqual([logged?.action, logged?.detail], ['sender_erased', '4'])
  assert.equal((await bo.get('/audit')).text.includes('sender_erased'), false)
})

test('erasing needs a recent sign-in or a key of both scopes, an owner of the account, and one plain address', async () => {
  await using service = await startService(WITHOUT_RATE)
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { email: GRACE })
  const erase = (calls: Pick<Owner, 'post'>, address: string = GRACE, dry_run = false) =>
    calls.post('/erasures', { address, dry_run })
  for (const scopes of [['read'], ['write']]) {
    const { key } = (await ada.post('/keys', { name: 'k', scopes })).json
    const calls = createCalls(service, { authorization: `Bearer ${key}` })
    assert.equal((await erase(calls, GRACE, true)).json.code, 'scope_missing')
  }
  const { key } = (await ada.post('/keys', { name: 'both', scopes: ['read', 'write'] })).json
  service.pass({ hours: 1 })
  assert.equal((await erase(ada)).json.code, 'fresh_sign_in_needed')
  assert.equal((await erase(ada, GRACE, true)).json.submissions, 1)
  for (const address of [
    '%',
    '%@%',
    'grace',
    `${GRACE},${ADA}`,
    '@hopper.dev',
    'g%@hopper',
    '*@hopper.dev.',
  ]) {
    const answer = await erase(ada, address, true)
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.field],
      [400, 'recipient_invalid', 'address'],
      address,
    )
  }
  for (const wild of ['%@hopper.dev', '_race@hopper.dev', 'gr%e@hopper.dev']) {
    assert.equal((await erase(ada, wild, true)).json.submissions, 0, wild)
  }
  const calls = createCalls(service, { authorization: `Bearer ${key}` })
  assert.equal((await erase(calls)).json.submissions, 1)
  assert.equal((await idsOf(ada)).length, 1)
})

test('the operator counts first, then erases over all forms, and gets a receipt without content', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  await using service = await startService(WITHOUT_RATE)
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  service.pass({ seconds: 2 })
  const unclaimed = await service.createEndpoint('carol@site.dev')
  for (const endpoint of [ada.endpoint, bo.endpoint, unclaimed]) {
    await service.submit(endpoint, { email: GRACE, message: 'secret words' })
  }
  await service.submit(ada.endpoint, { email: 'pia@müller.dev' })
  const dry = await command(service, GRACE)
  assert.match(dry.output, /Found 3 submissions with 0 files in 3 forms\. Nothing was deleted: add --yes/)
  assert.equal((await idsOf(bo)).length, 2)

  const ofBo = await command(service, GRACE, { owner: BO, isAgreed: true })
  assert.match(ofBo.output, /Deleted 1 submission with 0 files in 1 form\./)
  assert.deepEqual([(await idsOf(ada)).length, (await idsOf(bo)).length], [3, 1])

  const taken = path.join(folder.path, 'taken.json')
  await writeFile(taken, 'mine')
  assert.match((await command(service, GRACE, { isAgreed: true, receipt: taken })).output, /exists already/)
  assert.equal(await readFile(taken, 'utf8'), 'mine')
  const receipt = path.join(folder.path, 'receipt.json')
  const erased = await command(service, GRACE, { isAgreed: true, receipt })
  assert.match(erased.output, /Deleted 2 submissions/)
  const text = await readFile(receipt, 'utf8')
  assert.equal((await stat(receipt)).mode & 0o777, 0o600)
  assert.doesNotMatch(text, /grace|secret/i)
  assert.deepEqual([JSON.parse(text).submissions, JSON.parse(text).forms.length], [2, 2])
  assert.match((await command(service, 'PIA@MÜLLER.dev')).output, /Found 1 submission with/)
  assert.match((await command(service, 'nobody@acme.org')).output, /^No submission was sent by/)
  assert.equal((await command(service, 'nonsense')).done, false)
  assert.equal((await command(service, GRACE, { owner: 'nobody@acme.org' })).done, false)

  const log = await service.sql('select action, subject, detail from operator_entries order by key')
  assert.deepEqual(
    log.map(({ action, detail }) => [action, detail]),
    [
      ['sender_erased', '1 submissions, 0 files, 1 forms'],
      ['sender_erased', '2 submissions, 0 files, 2 forms'],
    ],
  )
  assert.ok(log.every(({ subject }) => !String(subject).includes('grace')))
  const [logged] = (await ada.get('/audit')).json.data as { action: string; actor: null; detail: string }[]
  assert.deepEqual([logged?.action, logged?.actor, logged?.detail], ['sender_erased', null, '1'])
})

test('an address in a field of the form itself erases nothing of those who filled it in, unless that is asked for', async () => {
  await using service = await startService(WITHOUT_RATE)
  const ada = await signIn(service)
  for (const email of [BO, 'carol@site.dev']) {
    await service.submit(ada.endpoint, { email, owner_email: GRACE, cc: GRACE })
  }
  await service.submit(ada.endpoint, { email: GRACE, message: 'mine' })
  const dry = await command(service, GRACE)
  assert.match(dry.output, /Found 1 submission with/)
  assert.match(
    dry.output,
    /2 more have the address in another field than that of the sender: see --everywhere/,
  )
  assert.match((await command(service, GRACE, { everywhere: true })).output, /Found 3 submissions/)
  assert.equal((await ada.post('/erasures', { address: GRACE, dry_run: false })).json.submissions, 1)
  assert.equal((await idsOf(ada)).length, 3)
})

test('says how many submissions could not be searched, because they are stored encrypted', async () => {
  await using service = await startService(WITHOUT_RATE)
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { email: GRACE })
  await service.sql(`update submissions set ciphertext = 'x', fields = '[]'`)
  const dry = await ada.post('/erasures', { address: GRACE, dry_run: true })
  assert.deepEqual([dry.json.submissions, dry.json.encrypted_submissions], [0, 2])
  assert.match((await command(service, GRACE)).output, /Stored encrypted, and not searched: 2 submissions/)
})

test('the operator erases the account of an owner after writing an export', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  await using service = await startService(WITHOUT_RATE)
  const { owner: ada, attach } = await ownerWithFiles(service)
  const bo = await signIn(service, BO)
  await attach([
    ['email', GRACE],
    ['cv', ['cv.pdf', PDF]],
  ])
  const run = (more: object = {}) =>
    eraseOwner(service.config, {
      ...{ mailbox: ADA.toUpperCase(), isAgreed: false, exportFile: null, now: service.now() },
      ...more,
    })
  assert.match((await run()).output, /1 endpoint, which accepted 2 submissions\. Nothing was deleted/)
  assert.equal((await run({ isAgreed: true })).done, false)
  assert.equal((await ada.get('/me')).status, 200)
  const exportFile = path.join(folder.path, 'ada.zip')
  const erased = await run({ isAgreed: true, exportFile })
  assert.match(erased.output, /^Deleted the account/)
  const zip = await readFile(exportFile)
  assert.deepEqual(
    [zip.subarray(0, 2).toString(), zip.includes('account.json'), zip.includes('cv.pdf')],
    ['PK', true, true],
  )
  assert.equal((await ada.get('/me')).status, 401)
  assert.equal((await service.submit(ada.endpoint, { message: 'x' })).json.code, 'endpoint_retired')
  assert.equal((await idsOf(bo)).length, 1)
  assert.equal((await run()).done, false)
  const [entry] = await service.sql('select action, subject from operator_entries')
  assert.equal(entry?.action, 'account_erased')
  assert.ok(!String(entry?.subject).includes('ada'))
})

test('searching many long texts holds up nobody else', async () => {
  await using service = await startService(WITHOUT_RATE)
  const ada = await signIn(service)
  const long = 'a'.repeat(60_000)
  const rows = Array.from({ length: 60 }, (_, row) => [row, long, long, long, long].join())
  const imported = await service.post(`/api/v1/endpoints/${ada.endpoint.form_id}/import?format=csv`, {
    body: ['row,a,b,c,d', ...rows].join('\n'),
    headers: {
      cookie: ada.cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
    },
  })
  assert.equal(imported.json.imported, 60)
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  const dry = await ada.post('/erasures', { address: `${'a'.repeat(64)}@b.dev`, dry_run: true })
  clearInterval(timer)
  assert.deepEqual([dry.status, dry.json.submissions], [200, 0])
  assert.ok(longest < 3000, `held up for ${Math.round(longest)} ms`)
})

test('an account has one search for a sender at a time', async () => {
  await using service = await startService(WITHOUT_RATE)
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { email: GRACE })
  const [account] = await service.sql('select key from accounts')
  let running = 0
  let most = 0
  const found = await withStore(service.config, service.now(), async ({ store, keys }) => {
    const erasure: typeof store.erasure = {
      ...store.erasure,
      async search(request) {
        running += 1
        most = Math.max(most, running)
        const result = await store.erasure.search(request)
        running -= 1
        return result
      },
    }
    const search = () =>
      eraseSender(
        { store: { ...store, erasure }, keys },
        {
          address: GRACE,
          everywhere: false,
          scope: { kind: 'account', accountKey: Number(account?.key) },
          by: { kind: 'operator', operator: { kind: 'command' } },
          isDryRun: true,
          now: service.now(),
        },
      )
    return Promise.all([search(), search(), search()])
  })
  assert.ok(typeof found !== 'string')
  assert.deepEqual(
    found.map(({ submissions }) => submissions),
    [1, 1, 1],
  )
  assert.equal(most, 1)
})

test('erasing leaves the messages in a queue of somebody else, to which the form was routed before', async () => {
  await using service = await startService(WITHOUT_RATE)
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  service.pass({ seconds: 2 })
  const queue = await createClaimedQueue(service, BO)
  const id = bo.endpoint.form_id
  assert.equal((await bo.patch(`/endpoints/${id}`, { queue_id: queue.id })).status, 200)
  await service.submit(bo.endpoint, { email: GRACE })
  await service.deliver()
  const messages = async () => (await service.sql('select * from messages')).length
  assert.equal(await messages(), 1)
  await service.sql(`update endpoints set account_key =
    (select account_key from endpoints where id = '${ada.endpoint.form_id}') where id = '${id}'`)
  assert.equal((await ada.post('/erasures', { address: GRACE, dry_run: false })).json.submissions, 1)
  assert.equal(await messages(), 1)
})

test('the receipt and the log count what was deleted, not what was found', async () => {
  await using service = await startService(WITHOUT_RATE)
  const ada = await signIn(service)
  for (const message of ['one', 'two', 'three']) await service.submit(ada.endpoint, { email: GRACE, message })
  const [account] = await service.sql('select key from accounts')
  const [newest = ''] = await idsOf(ada)
  const erased = await withStore(service.config, service.now(), async ({ store, keys }) => {
    const erasure: typeof store.erasure = {
      ...store.erasure,
      async search(request) {
        const found = await store.erasure.search(request)
        assert.equal((await ada.delete(`/submissions/${newest}?permanent=true`)).status, 204)
        return found
      },
    }
    return eraseSender(
      { store: { ...store, erasure }, keys },
      {
        address: GRACE,
        everywhere: false,
        scope: { kind: 'account', accountKey: Number(account?.key) },
        by: { kind: 'operator', operator: { kind: 'command' } },
        isDryRun: false,
        now: service.now(),
      },
    )
  })
  assert.ok(typeof erased !== 'string')
  assert.deepEqual([erased.submissions, erased.forms[0]?.submissions], [2, 2])
  const [entry] = await service.sql('select detail from operator_entries')
  assert.equal(entry?.detail, '2 submissions, 0 files, 1 forms')
  const logged = (await ada.get('/audit')).json.data as { action: string; detail: string }[]
  assert.equal(logged.find(({ action }) => action === 'sender_erased')?.detail, '2')
})
