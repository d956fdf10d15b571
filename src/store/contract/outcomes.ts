/**
 * `kept`: stored in the embedded mailbox. `bounced`: rejected permanently. `suppressed`: no longer wanted. `expired`: a
 * notice that could not be sent in time.
 */
export type DeliveryOutcome = 'sent' | 'kept' | 'bounced' | 'given_up' | 'suppressed' | 'expired'
/** `unknown`: sent without an answer, so it may have been delivered. `system`: the other side rejects this service. */
export type AttemptOutcome = 'accepted' | 'deferred' | 'bounced' | 'unknown' | 'system'
