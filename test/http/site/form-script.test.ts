import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ENGLISH, OTHER_LANGUAGES } from '../../../src/form-script/texts.ts'
import { LANGUAGES } from '../../../src/http/pages/i18n/languages.ts'
import { getScriptTexts } from '../../../src/http/site/form-script.ts'
import { FORM_SCRIPT } from '../../../src/snippets/form-script-version.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'

const MAX_GZIP_BYTES = 5120
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

test('the script for forms finds its texts in every language', async () => {
  await using service = await startService()
  assert.deepEqual(getScriptTexts('en'), ENGLISH, 'the script contains the English ones')
  for (const language of LANGUAGES) {
    const { status, headers, json } = await service.get(`/form.${language}.json`, ELSEWHERE)
    assert.equal(status, 200)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.deepEqual(json, getScriptTexts(language))
    assert.equal(OTHER_LANGUAGES.test(language), language !== 'en', `the script loads ${language}`)
  }
})

test('a refused submission has a text for its visitor in their language', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const refuse = async (url: string, headers: Record<string, string>) =>
    (await service.post(url, { form: { message: 'x'.repeat(64 * 1024 + 1) }, headers })).json
  const gone = `${service.base}/f/f_k3v9q2m7x4t8r5wz`
  const english = await refuse(gone, { 'accept-language': 'en' })
  assert.equal(
    english.visitor_message,
    'This form is no longer available. Your message wasn’t saved. Please contact them another way.',
  )
  assert.equal(english.code, 'endpoint_not_found')
  const german = await refuse(endpoint.endpoint_url, { 'accept-language': 'de-AT,en;q=0.5' })
  assert.match(String(german.visitor_message), /^Bitte prüfen Sie/)
  assert.match(String(german.message), /longer than 64 KiB/, 'the message for developers stays')
  assert.equal((await refuse(gone, {})).visitor_message, undefined, 'programs name no language')
  const dryRun = await refuse(`${gone}?dry_run=1`, { 'accept-language': 'en' })
  assert.equal(dryRun.visitor_message, undefined)
})
