import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../../src/domain/refusal.ts'
import { REFUSALS } from '../../../src/http/kernel/refusals.ts'
import { LANGUAGES } from '../../../src/http/pages/i18n/languages.ts'
import { refusalPage } from '../../../src/http/pages/refusal.ts'

const base = 'https://forms.acme.org'

/** The page for a refusal without further details. */
function refused(more: Partial<Parameters<typeof refusalPage>[0]>): string {
  return refusalPage({
    base,
    language: 'en',
    status: 400,
    code: 'field_invalid',
    trigger: 'sent',
    field: null,
    retryAfterSeconds: null,
    message: null,
    requestId: 'req_1',
    backUrl: null,
    ...more,
  })
}

test('shows every refusal in every language, with its status, code and request ID', () => {
  const codes = Object.keys(REFUSALS) as RefusalCode[]
  for (const language of LANGUAGES) {
    for (const code of codes) {
      const page = refused({ language, code, status: REFUSALS[code].status, requestId: 'req_7' })
      assert.match(page, new RegExp(`lang="${language}"`))
      assert.match(page, new RegExp(`${REFUSALS[code].status} ${code}`))
      assert.match(page, /req_7/)
    }
  }
})

test('names the invalid field and says that the input is not lost', () => {
  const page = refused({ field: 'phone', message: 'The value is too long.', backUrl: 'https://acme.org/' })
  assert.match(page, /<dt>Field<\/dt><dd><bdi>phone<\/bdi>/)
  assert.match(page, /The value is too long\./)
  assert.match(page, /What you typed should still be there/)
  assert.match(page, /href="https:\/\/acme\.org\/"/)
  assert.doesNotMatch(refused({ code: 'not_found' }), /What you typed/)
})

test('explains missing name attributes to the developer, apart from the text for the visitor', () => {
  const page = refused({ code: 'fields_missing' })
  assert.match(page, /Nothing reached us[\s\S]*probably a problem with the website, not with what you typed/)
  assert.match(
    page.slice(page.indexOf('For the owner of this website')),
    /<code dir="ltr">name<\/code> attribute/,
  )
  assert.doesNotMatch(page.slice(0, page.indexOf('For the owner of this website')), /attribute/)
})

test('suggests trying again only where waiting helps', () => {
  for (const code of ['submit_rate', 'monthly_quota', 'store_unavailable', 'disk_full'] as const) {
    assert.match(refused({ code }), /try again later/, code)
    assert.match(refused({ code, retryAfterSeconds: 5 }), /try again in 5 seconds/, code)
  }
  for (const code of ['endpoint_frozen', 'endpoint_expired', 'endpoint_retired', 'file_refused'] as const) {
    assert.doesNotMatch(refused({ code }), /try again/, code)
  }
})

test('never claims that nothing was saved when that is not certain', () => {
  assert.match(refused({ code: 'disk_full' }), /Nothing was saved/)
  for (const code of ['internal', 'store_unavailable'] as const) {
    assert.doesNotMatch(refused({ code }), /wasn’t saved|Nothing was saved/, code)
  }
})
