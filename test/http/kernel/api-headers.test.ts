import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FROM_HERE, signIn } from '../../support/fixtures/owner.ts'
import { openContract, operations } from '../../support/service/contract.ts'
import { startService, type TestService } from '../../support/service/service.ts'

/** Every operation of the owner API, with unknown ids. */
async function ownerOperations(service: TestService) {
  const contract = openContract((await service.get('/openapi.json')).text)
  const all = operations(contract.document).filter(({ path }) => path.startsWith('/api/'))
  const listed = all.map(({ method, path, operation }) => ({
    method,
    // NOTE: fetch corrects the case of every method but PATCH.
    verb: method.toUpperCase(),
    path,
    operation,
    address: path.replace(/\{\w+\}/g, 'nobodys'),
  }))
  assert.ok(listed.length > 0, 'there is an owner API')
  return { ...contract, all: listed }
}

test('rejects every owner request without a session or key', async () => {
  await using service = await startService()
  const { all, check } = await ownerOperations(service)
  const nobodies: [code: string, headers: Record<string, string>][] = [
    ['not_signed_in', FROM_HERE],
    ['not_signed_in', { ...FROM_HERE, cookie: `session=${'A'.repeat(43)}` }],
    ['not_signed_in', { ...FROM_HERE, cookie: 'session=short' }],
    ['not_signed_in', { authorization: 'Basic YWRhOmFkYQ==' }],
    ['key_invalid', { authorization: `Bearer ak_${'A'.repeat(50)}` }],
    ['key_invalid', { authorization: 'Bearer' }],
  ]
  for (const { method, verb, path, address } of all) {
    for (const [code, headers] of nobodies) {
      const answer = await service.post(address, { method: verb, headers })
      check(method, path, answer)
      assert.equal(answer.status, 401, `${method} ${path}`)
      assert.equal(answer.json.code, code, `${method} ${path} ${JSON.stringify(headers)}`)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm="Formslot"/)
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    }
  }
})

test("a page of another site cannot use its visitor's cookie to change anything", async () => {
  await using service = await startService()
  const { all, check } = await ownerOperations(service)
  const { cookie } = await signIn(service)
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    { origin: 'https://sub.formslot.dev' },
    {},
  ]
  for (const { method, verb, path, address } of all) {
    if (method === 'get') continue
    for (const headers of elsewhere) {
      const answer = await service.post(address, { method: verb, headers: { cookie, ...headers } })
      check(method, path, answer)
      assert.equal(answer.status, 403, `${method} ${path}`)
      assert.equal(answer.json.code, 'cross_site_action')
    }
  }
})

/** Messages of a queue, and OpenPGP keys. */
const LARGE_BODIES = /\/(?:messages|email-key)$/

/** Queries that cannot be left out. */
const REQUIRED: Readonly<Record<string, string>> = {
  '/api/v1/operator/usage': 'email=jane@acme.org&',
  '/api/v1/operator/export': 'email=jane@acme.org&',
}

test('rejects unknown names in every query and body', async () => {
  await using service = await startService()
  const { all, check } = await ownerOperations(service)
  const { cookie } = await signIn(service)
  for (const { method, verb, path, address } of all) {
    // The body of an import is a file: `test/http/submissions/import.test.ts`.
    if (path.endsWith('/import')) continue
    const headers = { cookie, ...FROM_HERE }
    const query = `${REQUIRED[path] ?? ''}surprise=1`
    const answer = await service.post(`${address}?${query}`, { method: verb, headers })
    check(method, path, answer)
    const { code, field } = answer.json
    assert.deepEqual([answer.status, code, field], [400, 'value_invalid', 'surprise'], `${method} ${path}`)
    if (method === 'get') continue
    const malformed = { ...headers, 'content-type': 'application/json' }
    const unparsable = await service.post(address, { method: verb, headers: malformed, body: '{' })
    check(method, path, unparsable)
    assert.deepEqual([unparsable.status, unparsable.json.code], [400, 'body_unparsable'])
    const form = await service.post(address, { method: verb, headers, form: { a: 'b' } })
    check(method, path, form)
    assert.equal(form.status, 415)
    assert.equal(form.headers.get('accept-post'), 'application/json')
    const huge = await service.post(address, {
      method: verb,
      headers: malformed,
      body: `"${'x'.repeat(LARGE_BODIES.test(path) ? 2 ** 20 : 2 ** 16)}"`,
    })
    check(method, path, huge)
    assert.deepEqual([huge.status, huge.json.code], [413, 'payload_too_large'], `${method} ${path}`)
  }
})

test('an old session must confirm itself before irreversible operations', async () => {
  await using service = await startService()
  const { all, check } = await ownerOperations(service)
  const { cookie } = await signIn(service)
  service.pass({ minutes: 15 })
  for (const { method, verb, path, address, operation } of all) {
    const demandsFresh = operation.description?.includes('A session must be fresh') ?? false
    const answer = await service.post(`${address}?surprise=1`, {
      method: verb,
      headers: { cookie, ...FROM_HERE },
    })
    check(method, path, answer)
    assert.equal(
      answer.json.code,
      demandsFresh ? 'fresh_sign_in_needed' : 'value_invalid',
      `${method} ${path}`,
    )
  }
})
