/**
 * State of the claim email of an endpoint. `queued`: it is about to be sent. `held`: a limit of emails to the recipient or of
 * the instance makes it wait, or nothing is sent to the recipient. `sent`: its first attempt has begun.
 */
export type ClaimEmailState = 'queued' | 'held' | 'sent'
