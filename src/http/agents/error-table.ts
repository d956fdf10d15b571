import type { RefusalCode } from '../../domain/refusal.ts'
import { KEY_LENGTHS } from '../refusals/anywhere.ts'
import { REFUSALS } from '../refusals.ts'

/** What a program does about a refusal. Codes of one row share their status and their error. */
const CURES: readonly { codes: readonly [RefusalCode, ...RefusalCode[]]; cure: string }[] = [
  {
    codes: ['recipient_missing', 'recipient_invalid', 'recipient_placeholder', 'recipient_multiple'],
    cure: 'ask the user for the one real address',
  },
  {
    codes: ['fields_missing', 'field_invalid', 'too_many_fields', 'file_refused', 'body_unparsable'],
    cure: 'mend what "field" and "hint" name',
  },
  { codes: ['idempotency_key_invalid'], cure: `send ${KEY_LENGTHS}` },
  { codes: ['recipient_suppressed'], cure: 'stop: this mailbox wants no endpoints' },
  { codes: ['cross_site_creation'], cure: 'create from a machine, not from a page' },
  { codes: ['endpoint_not_found'], cure: 'check the id' },
  { codes: ['method_not_allowed'], cure: 'see Allow; forms need method="post"' },
  { codes: ['idempotency_in_progress'], cure: 'repeat in a second with the same key' },
  { codes: ['endpoint_expired'], cure: 'create a new endpoint' },
  { codes: ['endpoint_retired'], cure: 'create a new endpoint' },
  { codes: ['payload_too_large'], cure: 'send less' },
  { codes: ['unsupported_media_type'], cure: 'see Accept-Post' },
  { codes: ['idempotency_key_reused'], cure: 'use a fresh key' },
  {
    codes: ['create_rate_hour', 'create_spacing', 'create_attempts', 'submit_rate'],
    cure: 'wait as long as Retry-After says',
  },
  { codes: ['monthly_quota'], cure: 'wait as long as Retry-After says' },
  { codes: ['origin_not_allowed'], cure: 'the owner must allow the origin of the page' },
  { codes: ['endpoint_frozen'], cure: 'the recipient must claim; waiting does not help' },
  { codes: ['internal'], cure: 'repeat with the same Idempotency-Key' },
  {
    codes: ['disk_full', 'store_unavailable'],
    cure: 'repeat after Retry-After with the same Idempotency-Key',
  },
]

/** The refusals of the public routes as a Markdown table. */
export function errorTable(): string {
  const rows = CURES.map(({ codes, cure }) => {
    const { status, error } = REFUSALS[codes[0]]
    return `| ${status} | ${error} | ${codes.join(', ')} | ${cure} |`
  })
  return ['| status | error | code | what to do |', '|---|---|---|---|', ...rows].join('\n')
}
