/**
 * A place that submissions of an endpoint are delivered to, beside its recipient. One member for each kind; the kind is
 * also the channel that delivers to it. It gets nothing before it is confirmed.
 */
export type Destination = EmailDestination

type EmailDestination = {
  kind: 'email'
  /** Opaque; unique within its endpoint. */
  id: string
  mailbox: string
  addedAt: Date
  /** When its owner confirmed it by the link in an email; it gets nothing while this is null. */
  confirmedAt: Date | null
  /** When its owner stopped its emails, which took back the confirmation; null unless they are stopped. */
  stoppedAt: Date | null
}
