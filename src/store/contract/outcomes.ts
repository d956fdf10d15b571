/** `expired`: a notice that could not be sent while it was worth sending. */
export type DeliveryOutcome = 'delivered' | 'bounced' | 'given_up' | 'suppressed' | 'expired'
/** `unknown`: the email was sent and no answer came, so it may or may not have been delivered. */
export type AttemptOutcome = 'accepted' | 'deferred' | 'bounced' | 'unknown' | 'system'
/** `declined`: by the owner of the mailbox. `operator`: by the command line. */
export type SuppressionReason = 'declined' | 'operator'
