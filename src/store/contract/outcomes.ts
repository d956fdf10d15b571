/**
 * `kept`: it is in the embedded mailbox. `bounced`: refused for good. `suppressed`: nobody wants it any more. `expired`: a
 * notice that could not be sent while it was worth sending.
 */
export type DeliveryOutcome = 'sent' | 'kept' | 'bounced' | 'given_up' | 'suppressed' | 'expired'
/** `unknown`: everything was sent and no answer came, so it may have been delivered. `system`: the other side refused this service. */
export type AttemptOutcome = 'accepted' | 'deferred' | 'bounced' | 'unknown' | 'system'
/** `declined`: by the owner of the mailbox. `operator`: by the command line. */
export type SuppressionReason = 'declined' | 'operator'
