import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { FORM_SCRIPT } from '../../../src/snippets/form-script-version.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'

const MAX_GZIP_BYTES = 4096
const ELSEWHERE = { origin: 'https://page.dev' }

test('pages of every site load the script for forms, whose versions never change', async () => {
  await using service = await startService()
  const newest = await service.get('/form.js', ELSEWHERE)
  assert.equal(newest.headers.get('cache-control'), 'public, max-age=300, must-revalidate')
  const etag = newest.headers.get('etag') ?? ''
  assert.equal((await service.get('/form.js', { ...ELSEWHERE, 'if-none-match': etag })).status, 304)
  const pinned = await service.get(`/${FORM_SCRIPT.file}`, ELSEWHERE)
  assert.equal(pinned.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  for (const { status, headers, text } of [newest, pinned]) {
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal(FORM_SCRIPT.integrity, `sha384-${createHash('sha384').update(text).digest('base64')}`)
    const size = gzipSync(text).length
    assert.ok(size <= MAX_GZIP_BYTES, `${size} bytes`)
    assert.doesNotMatch(
      text,
      /innerHTML|insertAdjacentHTML|\beval\b|\bFunction\(|\.style\b|new Worker|javascript:/,
    )
  }
})

test('the JSON answer names the page that the form or its owner wants next', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const origin = { origin: 'https://page.dev' }
  const next = async (form: Record<string, string>) =>
    (await service.submit(ada.endpoint, form, origin)).json.next
  assert.equal(await next({ a: 'b' }), undefined)
  assert.equal(await next({ a: 'b', _next: '/done' }), 'https://page.dev/done')
  assert.equal(await next({ a: 'b', _next: 'https://evil.dev/' }), undefined)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { redirect_url: 'https://ada.dev/thanks' })
  assert.equal(await next({ a: 'b' }), 'https://ada.dev/thanks')
})
