import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@formspree/core'
import { startService } from '../../support/service/service.ts'

test("Formspree's own client submits JSON and form data with only its host changed", async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const client = createClient()
  const json = await client.submitForm(
    endpoint.form_id,
    { email: 'jane@acme.org', message: 'one' },
    { endpoint: service.base },
  )
  assert.equal(json.kind, 'success')
  const data = new FormData()
  data.append('message', 'two')
  const form = await client.submitForm(endpoint.form_id, data, { endpoint: service.base })
  assert.equal(form.kind, 'success')
  assert.match(String(Reflect.get(form, 'next')), /\/r\/\w{58}$/)
  await service.deliver()
  assert.equal((await service.emails()).length, 2)
})

test("Formspree's own client shows form and field errors", async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const client = createClient()
  const unknown = await client.submitForm('f_0000000000000000', { a: 'b' }, { endpoint: service.base })
  assert.equal(unknown.kind, 'error')
  if (unknown.kind === 'error') assert.equal(unknown.getFormErrors()[0]?.code, 'FORM_NOT_FOUND')
  const long = await client.submitForm(
    endpoint.form_id,
    { message: 'x'.repeat(65 * 1024) },
    { endpoint: service.base },
  )
  assert.equal(long.kind, 'error')
  if (long.kind === 'error') {
    const [error] = long.getFieldErrors('message')
    assert.match(error?.message ?? '', /longer than/)
  }
  const empty = await client.submitForm(endpoint.form_id, { _next: '/' }, { endpoint: service.base })
  assert.equal(empty.kind, 'error')
  if (empty.kind === 'error') assert.equal(empty.getFormErrors()[0]?.code, 'EMPTY')
})
