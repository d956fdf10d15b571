import type { RefusalCode } from '../../domain/refusal.ts'
import { REFUSALS } from '../kernel/refusals.ts'

/** Advice for programs by refusal. Codes in one row share their status and their error. */
const CURES: readonly { codes: readonly [RefusalCode, ...RefusalCode[]]; cure: string }[] = [
  {
    codes: ['recipient_missing', 'recipient_invalid', 'recipient_placeholder', 'recipient_multiple'],
    cure: 'ask the user',
  },
  {
    codes: [
      'fields_missing',
      'fields_blank',
      'field_invalid',
      'too_many_fields',
      'file_refused',
      'too_many_files',
      'file_type_refused',
      'body_unparsable',
      'idempotency_key_invalid',
    ],
    cure: 'see "field" and "hint"',
  },
  {
    codes: ['recipient_suppressed', 'cross_site_creation', 'origin_not_allowed', 'endpoint_suspended'],
    cure: 'stop, see hint',
  },
  { codes: ['challenge_required'], cure: 'solve challenge_url, send field altcha' },
  { codes: ['create_challenge'], cure: 'solve challenge, send field altcha' },
  { codes: ['endpoint_not_found'], cure: 'check the id' },
  { codes: ['method_not_allowed'], cure: 'see Allow' },
  { codes: ['idempotency_in_progress'], cure: 'repeat in 1 s' },
  { codes: ['endpoint_expired'], cure: 'create another' },
  { codes: ['endpoint_retired'], cure: 'create another' },
  { codes: ['payload_too_large', 'file_too_large', 'file_storage_full'], cure: 'send less' },
  { codes: ['unsupported_media_type'], cure: 'see Accept-Post' },
  { codes: ['first_key_unavailable'], cure: 'create another' },
  { codes: ['idempotency_key_reused'], cure: 'new key' },
  {
    codes: ['create_rate_hour', 'create_spacing', 'create_attempts', 'submit_rate'],
    cure: 'obey Retry-After',
  },
  { codes: ['monthly_quota'], cure: 'obey Retry-After' },
  { codes: ['endpoint_frozen'], cure: 'await the claim' },
  { codes: ['internal'], cure: 'repeat' },
  {
    codes: [
      'disk_full',
      'bodies_limit',
      'uploads_limit',
      'files_unavailable',
      'store_busy',
      'store_unavailable',
    ],
    cure: 'obey Retry-After',
  },
]

/** Returns the refusals of the public routes, one per line. A code that only repeats the error is left out. */
export function errorLines(): string {
  const lines = CURES.map(({ codes, cure }) => {
    const { status, error } = REFUSALS[codes[0]]
    const named = codes.length > 1 || codes[0] !== error.replaceAll(' ', '_')
    return `- ${status} ${error}${named ? ` (${codes.join(', ')})` : ''}: ${cure}`
  })
  return lines.join('\n')
}
