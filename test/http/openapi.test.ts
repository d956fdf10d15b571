import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ADA, startService } from '../support/service.ts'

type Document = {
  openapi: string
  servers: { url: string }[]
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >
}

test('openapi.json is a valid OpenAPI 3.1 document about this instance', async () => {
  await using service = await startService()
  const { text } = await service.get('/openapi.json')
  const result = await new Validator().validate(JSON.parse(text))
  assert.deepEqual(result.errors ?? [], [])
  assert.equal(result.valid, true)
  const document = JSON.parse(text) as Document
  assert.match(document.openapi, /^3\.1/)
  assert.deepEqual(document.servers, [{ url: service.base }])
  assert.equal((await service.get('/docs', { accept: 'text/html' })).status, 200)
})

test('what the service answers is what openapi.json says it answers', async () => {
  await using service = await startService()
  const document = JSON.parse((await service.get('/openapi.json')).text) as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'https://formslot.test/', ...document })
  let compared = 0

  function compare(path: string, method: string, answer: { status: number; json: unknown }) {
    const documented = document.paths[path]?.[method]?.responses[answer.status]
    assert.ok(documented, `${method} ${path} answers ${answer.status}, which is not documented`)
    const place = [
      'paths',
      path.replaceAll('~', '~0').replaceAll('/', '~1'),
      method,
      'responses',
      String(answer.status),
    ]
    const pointer = [...place, 'content', 'application~1json', 'schema'].map(encodeURIComponent).join('/')
    const validate = ajv.compile({ $ref: `https://formslot.test/#/${pointer}` })
    assert.ok(validate(answer.json), `${method} ${path} ${answer.status}: ${ajv.errorsText(validate.errors)}`)
    compared += 1
  }

  const create = (form: Record<string, string>, query = '') => service.post(`/new${query}`, { form })
  compare('/new', 'post', await create({ recipient: ADA }, '?dry_run=1'))
  const created = await create({ recipient: ADA, extra: 'x' })
  compare('/new', 'post', created)
  compare('/new', 'post', await create({ recipient: ADA }))
  compare('/new', 'post', await create({ recipient: 'x@example.com' }))
  compare(
    '/new',
    'post',
    await service.post('/new', { body: 'x', headers: { 'content-type': 'text/plain' } }),
  )
  compare('/new', 'post', await create({ recipient: ADA, filler: 'x'.repeat(5000) }))
  const address = String(created.json.endpoint_url)
  const submit = (form: Record<string, string>, headers: Record<string, string> = {}, query = '') =>
    service.post(`${address}${query}`, { form, headers })
  compare('/f/{id}', 'post', await submit({ a: 'b' }, {}, '?dry_run=1'))
  compare('/f/{id}', 'post', await submit({ a: 'b' }))
  compare('/f/{id}', 'post', await submit({ a: 'b' }, { 'formspree-client': 'x' }))
  compare('/f/{id}', 'post', await submit({ _next: '/' }, { 'formspree-client': 'x' }))
  compare('/f/{id}', 'post', await submit({ _next: '/' }, {}, '?dry_run=1'))
  compare('/f/{id}', 'post', await service.post('/f/f_0000000000000000', { form: { a: 'b' } }))
  compare('/f/{id}', 'get', await service.get(address))
  compare('/f/{id}/status', 'get', await service.get(`${address}/status`))
  compare('/f/{id}/status', 'get', await service.get('/f/f_0000000000000000/status'))
  const json = { accept: 'application/json' }
  compare('/claim/{token}', 'get', await service.get(await service.linkIn('claim'), json))
  compare('/claim/{token}', 'get', await service.get('/claim/nothing', json))
  compare('/healthz', 'get', await service.get('/healthz'))
  compare('/readyz', 'get', await service.get('/readyz'))
  service.pass({ days: 31 })
  const other = await create({ recipient: 'bo@builds.dev' })
  service.pass({ days: 31 })
  compare('/f/{id}', 'post', await service.post(String(other.json.endpoint_url), { form: { a: 'b' } }))
  assert.equal(compared, 20)
})
