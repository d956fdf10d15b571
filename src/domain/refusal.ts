import type { Challenge } from './challenges/challenge.ts'

/**
 * Reason for refusing a request, as a returned value: a refusal is an answer, not a fault.
 * `code` is the machine key that clients see; `http/kernel/refusals.ts` maps it to a status, message and hint.
 */
export type Refusal = {
  code: RefusalCode
  /** Name of the invalid input. */
  field?: string
  /** Sentence about this case. Default: the message of the code. */
  message?: string
  /** Whole seconds, at least 1, after which the same request succeeds. Absent where waiting does not help. */
  retryAfterSeconds?: number
  /** Address of the challenge to be solved first. */
  challengeUrl?: string
  /** The challenge to be solved first. */
  challenge?: Challenge
}

/** The refused alternative of a result. */
export type Refused = { kind: 'refused'; refusal: Refusal }

/** Returns a refusal as a result. */
export function refused(refusal: Refusal): Refused {
  return { kind: 'refused', refusal }
}

export type RefusalCode =
  | 'recipient_missing'
  | 'recipient_invalid'
  | 'recipient_placeholder'
  | 'recipient_multiple'
  | 'recipient_suppressed'
  | 'body_unparsable'
  | 'field_invalid'
  | 'fields_missing'
  | 'fields_blank'
  | 'form_sent_by_get'
  | 'too_many_fields'
  | 'idempotency_key_invalid'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'first_key_unavailable'
  | 'cross_site_creation'
  | 'cross_site_action'
  | 'mcp_origin'
  | 'not_found'
  | 'endpoint_not_found'
  | 'token_not_found'
  | 'receipt_gone'
  | 'withdrawal_over'
  | 'method_not_allowed'
  | 'endpoint_expired'
  | 'endpoint_retired'
  | 'endpoint_suspended'
  | 'endpoint_confirmed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'create_rate_hour'
  | 'create_spacing'
  | 'create_attempts'
  | 'submit_rate'
  | 'challenge_required'
  | 'challenge_off'
  | 'create_challenge'
  | 'endpoint_frozen'
  | 'telemetry_frozen'
  | 'event_invalid'
  | 'event_rate'
  | 'queue_frozen'
  | 'key_missing'
  | 'message_invalid'
  | 'message_too_large'
  | 'message_not_found'
  | 'pull_limit'
  | 'queue_pushing'
  | 'origin_not_allowed'
  | 'monthly_quota'
  | 'request_malformed'
  | 'request_timeout'
  | 'headers_too_large'
  | 'bodies_limit'
  | 'operator_token_invalid'
  | 'signature_invalid'
  | 'disk_full'
  | 'store_busy'
  | 'store_unavailable'
  | 'internal'
  | FileRefusalCode
  | OwnerRefusalCode

/** Codes of files that visitors attach, and of requests for them. */
export type FileRefusalCode =
  | 'file_refused'
  | 'too_many_files'
  | 'file_too_large'
  | 'file_type_refused'
  | 'file_storage_full'
  | 'uploads_limit'
  | 'files_unavailable'
  | 'file_not_found'
  | 'file_infected'
  | 'file_not_scanned'

/** Codes of the owner API and of sign-in. */
export type OwnerRefusalCode =
  | 'not_signed_in'
  | 'key_invalid'
  | 'key_expired'
  | 'call_rate'
  | 'scope_missing'
  | 'session_needed'
  | 'role_missing'
  | 'account_suspended'
  | 'member_known'
  | 'hand_over_open'
  | 'hand_over_waits'
  | 'hand_over_not_found'
  | 'fresh_sign_in_needed'
  | 'code_wrong'
  | 'sign_in_rate'
  | 'value_invalid'
  | 'submission_not_found'
  | 'submission_withdrawn'
  | 'receipt_missing'
  | 'version_conflict'
  | 'plan_needed'
  | 'limit_reached'
  | 'stream_limit'
  | 'answers_limit'
  | 'watch_not_found'
  | 'annotation_not_found'
  | 'label_not_found'
  | 'member_not_found'
  | 'view_not_found'
  | 'name_taken'
  | 'email_key_refused'
  | 'email_key_missing'
  | 'email_key_needed'
  | 'email_key_rate'
  | 'storage_encrypted'
  | DeliveryRefusalCode

/** Codes of requests about destinations and about resending emails. */
export type DeliveryRefusalCode =
  | 'destination_not_found'
  | 'destination_known'
  | 'destination_confirmed'
  | 'destination_unconfirmed'
  | 'destination_stopped'
  | 'destination_untested'
  | 'destination_disabled'
  | 'address_invalid'
  | 'test_rate'
  | 'emails_stopped'
  | 'mailbox_suppressed'
  | 'confirmation_rate'
  | 'asking_rate'
  | 'email_waiting'
  | 'resend_rate'
