import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { solveChallenge, Unsolved } from '../../client/src/api/challenge.ts'
import { solveForm } from '../../client/src/api/form-challenge.ts'
import { createEndpoint, submit } from '../../client/src/client.ts'
import { openCommandLine } from '../support/client/command-line.ts'
import { startOtherServer } from '../support/client/other-server.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

const EASY = { FORMSLOT_CHALLENGE_DIFFICULTY: 'low', FORMSLOT_CREATE_SPACING_MS: '0' }
const SECRETS = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' }
const WANTED = { algorithm: 'PBKDF2/SHA-256', cost: 1000, counter: 9, deriveKey, ...SECRETS }

test('submit solves the challenge of a form, on the command line and in the client', async () => {
  await using service = await startService({ env: EASY })
  await using cli = await openCommandLine({ base: service.base })
  const ada = await signIn(service)
  const { form_id: id, endpoint_url: url } = ada.endpoint
  await ada.patch(`/endpoints/${id}`, { challenge: 'required' })

  const tried = await cli.run('try', id, 'email=visitor@acme.org')
  assert.match(JSON.stringify(tried.json.warnings), /proof of work.+command line.+does this/)
  assert.match(
    (await cli.type([], 'try', id, 'message=Hi')).out,
    /Spam {2,}only the owner of the form is told/,
  )
  const silent = await cli.run('submit', id, 'message=Hi', '--idempotency-key', 'greeting-1')
  assert.equal(silent.code, 0, silent.err)
  assert.equal(silent.err.includes('proof of work'), false)
  const again = await cli.run('submit', id, 'message=Hi', '--idempotency-key', 'greeting-1')
  assert.equal(again.json.submission_id, silent.json.submission_id)
  const typed = await cli.type(['y'], 'submit', id, 'message=Hi')
  assert.equal(typed.code, 0, typed.err)
  assert.match(typed.err, /The service asks for a proof of work\. Computing it/)
  const receipt = /Receipt +(\S+\/r\/\w{58})/.exec(typed.out)?.[1] ?? ''
  assert.equal((await service.get(receipt)).json.state, 'on_its_way')

  const data = new FormData()
  data.append('message', 'from a page')
  for (const fields of [{ message: 'from a program' }, data]) {
    const sent = await submit(url, fields)
    assert.ok(sent.ok, JSON.stringify(sent))
    assert.match(sent.receiptUrl ?? '', /\/r\/\w{58}$/)
  }
  assert.equal(data.has('altcha'), false, 'the form of the page stays as it was')
  assert.equal(Object((await ada.get('/submissions')).json).data.length, 5)
})

test('submit solves the challenge of a form that only scores it, so that it is no sign of spam', async () => {
  await using service = await startService({ env: EASY })
  await using cli = await openCommandLine({ base: service.base })
  const ada = await signIn(service)
  const { form_id: id, endpoint_url: url } = ada.endpoint
  const message = 'We moved: https://acme.org/before https://acme.org/now'
  const inSpam = async () => Object((await ada.get('/submissions?folder=spam')).json).data.length
  await ada.patch(`/endpoints/${id}`, { spam: { level: 'strict' }, challenge: 'score' })
  await service.submit(ada.endpoint, { message })
  assert.equal(await inSpam(), 1, 'two links without a solution are spam')
  const ran = await cli.run('submit', id, `message=${message}`)
  assert.equal(ran.code, 0, ran.err)
  const solved = await submit(url, { message })
  assert.ok(solved.ok, JSON.stringify(solved))
  assert.equal(await inSpam(), 1)
})

test('the client asks a form without a proof of work once in ten minutes, and never when the page has solved it', async () => {
  const asked: string[] = []
  await using server = await startOtherServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const isChallenge = request.url?.endsWith('/challenge') === true
    response.writeHead(isChallenge ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isChallenge ? { code: 'challenge_off' } : { submission_id: 's_1' }))
  })
  const url = `${server.base}/f/f_0000000000000000`
  const GET = 'GET /f/f_0000000000000000/challenge'
  const POST = 'POST /f/f_0000000000000000'
  const clock = mock.method(Date, 'now', () => 1_000_000)
  try {
    for (let sent = 0; sent < 2; sent += 1) assert.ok((await submit(url, { message: 'Hi' })).ok)
    assert.deepEqual(asked.splice(0), [GET, POST, POST])
    await submit(`${server.base}/f/f_0000000000000001`, { message: 'Hi' })
    assert.equal(asked.splice(0).length, 2, 'another form is asked')
    clock.mock.mockImplementation(() => 1_000_000 + 599_999)
    await submit(url, { message: 'Hi' })
    assert.deepEqual(asked.splice(0), [POST])
    clock.mock.mockImplementation(() => 1_000_000 + 600_000)
    await submit(url, { message: 'Hi', altcha: 'solved by the widget' })
    assert.deepEqual(asked.splice(0), [POST])
    await submit(`${url}/`, { message: 'Hi' }, { dryRun: true })
    assert.deepEqual(asked.splice(0), [`${POST}/?dry_run=1`])
    await submit(url, { message: 'Hi' })
    assert.deepEqual(asked, [GET, POST])
  } finally {
    clock.mock.restore()
  }
})

test('the client asks a form again that was busy, or that a thousand others came after', async () => {
  let asked = 0
  let code = 'store_busy'
  await using server = await startOtherServer((_request, response) => {
    asked += 1
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code }))
  })
  const solve = (form: number) => solveForm(`${server.base}/f/f_${String(form).padStart(16, '0')}`)
  for (let times = 0; times < 2; times += 1) assert.equal(await solve(0), null)
  assert.equal(asked, 2)
  code = 'challenge_off'
  for (let form = 0; form <= 1000; form += 1) await solve(form)
  assert.equal(asked, 2 + 1001)
  await solve(0)
  assert.equal(asked, 2 + 1001 + 1, 'no more than a thousand are remembered')
})

test('submit sends without a solution when there is none to be had, and stops when it is told to', async () => {
  let challenge: object = {}
  const sent: string[] = []
  await using server = await startOtherServer((request, response) => {
    if (request.method === 'POST') sent.push(String(request.url))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.method === 'POST' ? { submission_id: 's_1' } : challenge))
  })
  const url = `${server.base}/f/f_0000000000000000`
  assert.ok((await submit(url, { message: 'Hi' })).ok)
  assert.equal(sent.length, 1)
  const { parameters, signature } = await createChallenge({ ...WANTED, counter: 1e9 })
  challenge = { parameters, signature }
  const stop = AbortSignal.timeout(200)
  await assert.rejects(submit(url, { message: 'Hi' }, { signal: stop }), { name: 'TimeoutError' })
  assert.equal(sent.length, 1)
})

test('snippet prints code that solves the challenge of the form', async () => {
  await using service = await startService({ env: EASY })
  await using cli = await openCommandLine({ base: service.base })
  const ada = await signIn(service)
  const { form_id: id } = ada.endpoint
  assert.doesNotMatch((await cli.run('snippet', id)).out, /data-challenge/)
  await ada.patch(`/endpoints/${id}`, { challenge: 'required' })
  for (const name of ['html', 'form-js', 'fetch', 'react', 'next', 'astro', 'sveltekit', 'vue', 'hugo']) {
    const { code, usage } = (await cli.run('snippet', id, '--framework', name, '--json')).json
    assert.match(String(code), / method="post" data-challenge>/, name)
    assert.match(`${code}${usage}`, /\/form\.\d+\.js" integrity=/, name)
    assert.doesNotMatch(String(code), /fetch\(/, name)
  }
  const { out } = await cli.run('snippet', id, '--framework', 'curl')
  assert.ok(out.startsWith(`npx ${service.base}/formslot.tgz submit `), out)
  assert.match((await cli.run('snippet', id, '--framework', 'agent')).out, /data-challenge/)
})

test('new solves the challenge of a creation, on the command line and in the client', async () => {
  await using service = await startService({ env: { ...EASY, FORMSLOT_CREATE_CHALLENGE: 'always' } })
  await using cli = await openCommandLine({ base: service.base })
  const made = await cli.run('new', '--recipient', ADA)
  assert.equal(made.code, 0, made.err)
  const repeated = await cli.run('new', '--recipient', ADA)
  assert.equal(repeated.json.form_id, made.json.form_id)
  const created = await createEndpoint(service.base, { recipient: ADA, kind: 'queue' })
  assert.ok(created.ok, JSON.stringify(created))
})

test('solves the challenges of altcha-lib', async () => {
  for (const algorithm of ['PBKDF2/SHA-256', 'PBKDF2/SHA-512']) {
    const challenge = await createChallenge({ ...WANTED, algorithm })
    const payload = JSON.parse(atob(await solveChallenge(challenge)))
    assert.equal(payload.solution.counter, 9)
    assert.equal((await verifySolution({ ...payload, deriveKey, ...SECRETS })).verified, true)
  }
})

test('does not work for a hostile service: other kinds, huge costs, other hosts', async () => {
  const { parameters, signature } = await createChallenge(WANTED)
  const hostile: object[] = [
    { cost: 2 ** 31 },
    { cost: 0 },
    { cost: '5000' },
    { keyLength: 1e9 },
    { algorithm: 'SHA-256' },
    { algorithm: 'PBKDF2/MD5' },
    { nonce: 'xyz' },
    { salt: '(a+)+' },
    { keyPrefix: '' },
    { keyPrefix: 7 },
  ]
  for (const changed of hostile) {
    const challenge = { signature, parameters: { ...parameters, ...changed } }
    await assert.rejects(solveChallenge(challenge), Unsolved, JSON.stringify(changed))
  }
  for (const nothing of [null, undefined, 'x', {}, { parameters: null }]) {
    await assert.rejects(solveChallenge(nothing), Unsolved)
  }
  await assert.rejects(solveChallenge({ signature, parameters }, { signal: AbortSignal.abort() }))

  const asked: string[] = []
  await using elsewhere = await startOtherServer((request, response) => {
    asked.push(String(request.url))
    response.end('{}')
  })
  await using server = await startOtherServer((_request, response) => {
    const refusal = { error: 'forbidden', code: 'challenge_required', message: 'No.', hint: '' }
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...refusal, challenge_url: `${elsewhere.base}/internal` }))
  })
  const sent = await submit(`${server.base}/f/f_0000000000000000`, { message: 'x' })
  assert.ok(!sent.ok)
  assert.equal(sent.code, 'challenge_unsolved')
  await using cli = await openCommandLine({ base: server.base })
  const ran = await cli.run('submit', 'f_0000000000000000', 'message=x')
  assert.equal(ran.code, 4)
  assert.match(ran.err, /not one of the service/)
  assert.deepEqual(asked, [])
})
