import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../../src/domain/refusal.ts'
import { parseJsonFields } from '../../../src/http/kernel/body/json-fields.ts'
import { findBrokenLimit } from '../../../src/http/kernel/body/read-body.ts'
import { REFUSALS } from '../../../src/http/kernel/refusals.ts'

/** Codes that a visitor of a form can get; the page of the form shows their message. */
const SHOWN_TO_VISITORS: readonly RefusalCode[] = [
  'bodies_limit',
  'body_unparsable',
  'challenge_required',
  'disk_full',
  'endpoint_expired',
  'endpoint_frozen',
  'endpoint_not_found',
  'endpoint_retired',
  'field_invalid',
  'file_refused',
  'idempotency_in_progress',
  'internal',
  'monthly_quota',
  'origin_not_allowed',
  'payload_too_large',
  'store_busy',
  'store_unavailable',
  'submit_rate',
  'too_many_fields',
  'unsupported_media_type',
]
const WORDS_OF_DEVELOPERS =
  /endpoint|submission|request|body|bytes|header|content-type|idempotency|retry-after|json|method|api/i

test('tells visitors of a form why it was refused without developer jargon', () => {
  for (const code of SHOWN_TO_VISITORS) assert.doesNotMatch(REFUSALS[code].message, WORDS_OF_DEVELOPERS, code)
  const long = findBrokenLimit([{ name: 'story', value: 'x'.repeat(64 * 1024 + 1) }])
  assert.equal(long?.message, 'This entry is longer than 64 KiB.')
  const deep = parseJsonFields(Buffer.from(`{"story":${'['.repeat(8)}${']'.repeat(8)}}`), 'utf-8')
  assert.equal(
    deep.kind === 'refused' && deep.refusal.message,
    'This entry is nested more than 8 levels deep.',
  )
})
