import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import { ApiError } from '../../dashboard/src/api/client/api-error.ts'
import { describeReadError, errorText } from '../../dashboard/src/shell/error-words.ts'
import { REFUSALS } from '../../src/http/kernel/refusals.ts'

/** Refusals of submissions, of programs that send or pull, and of pages: the dashboard never gets them. */
const NOT_OF_THE_DASHBOARD = [
  'operator_token_invalid',
  'signature_invalid',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'cross_site_creation',
  'fields_missing',
  'fields_blank',
  'field_invalid',
  'too_many_fields',
  'file_refused',
  'too_many_files',
  'file_too_large',
  'file_type_refused',
  'file_storage_full',
  'endpoint_frozen',
  'telemetry_frozen',
  'queue_frozen',
  'submit_rate',
  'origin_not_allowed',
  'challenge_required',
  'challenge_off',
  'create_challenge',
  'event_invalid',
  'key_missing',
  'key_invalid',
  'key_expired',
  'scope_missing',
  'pull_limit',
  'recipient_multiple',
  'recipient_missing',
  'recipient_suppressed',
  'create_attempts',
  'token_not_found',
  'receipt_gone',
  'withdrawal_over',
  'method_not_allowed',
  'form_sent_by_get',
  'first_key_unavailable',
  'request_malformed',
  'headers_too_large',
  'unsupported_media_type',
  'storage_encrypted',
  // Refuses MCP clients alone.
  'mcp_origin',
  // Asks for a new sign-in instead of showing an error.
  'fresh_sign_in_needed',
  'session_needed',
]

test('has words for people for every refusal that the dashboard gets, and never the hint for programs', () => {
  const missing: string[] = []
  for (const [code, { status, message }] of Object.entries(REFUSALS)) {
    if (NOT_OF_THE_DASHBOARD.includes(code)) continue
    const text = errorText(new ApiError({ status, code, message })) ?? ''
    assert.doesNotMatch(text, /openapi|Retry-After|POST |the user|"field"|If-Match/)
    if (text.startsWith('Something went wrong')) missing.push(code)
  }
  assert.deepEqual(missing, [])
})

test('explains a wrong value at its field, and an unknown code without the hint', () => {
  const about = { status: 400, message: 'For programs.' }
  const text = (code: string, field?: string) => errorText(new ApiError({ ...about, code, field }))
  assert.equal(
    text('value_invalid', 'allowed_origins.2'),
    'Use the address of a site, such as https://acme.org.',
  )
  assert.equal(
    text('value_invalid', 'other'),
    'Something is not filled in correctly. Check what you entered.',
  )
  assert.equal(
    text('brand_new'),
    'Something went wrong. Try again. If it keeps happening, contact the operator.',
  )
})

test('says nothing about changes when a screen could not be loaded', () => {
  const aboutChanges = Object.entries(REFUSALS)
    .map(([code, { status, message }]) => new ApiError({ status, code, message }))
    .filter((error) => /nothing was changed|the change/i.test(errorText(error) ?? ''))
  assert.ok(aboutChanges.length > 2)
  for (const error of aboutChanges)
    assert.doesNotMatch(describeReadError(error).detail, /change|made/, error.code)
})
