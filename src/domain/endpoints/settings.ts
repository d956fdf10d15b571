/** What an owner may set. */
export const MAX_ENDPOINT_NAME_LENGTH = 100
export const MAX_ALLOWED_ORIGINS = 20

/** What the owner of an endpoint has set. */
export type EndpointSettings = {
  /** What the owner calls it; null: nothing yet. */
  name: string | null
  /** Where a browser goes after its submission unless `_next` says otherwise; an absolute http(s) address. */
  redirectUrl: string | null
  /** Web origins that may submit, and that `_next` may lead to; none: any may submit. */
  allowedOrigins: readonly string[]
  /** A field of the owner's own form that people leave empty, besides `_gotcha`. */
  honeypot: string | null
  /** Whether emails carry the subject that the form sends as `_subject`. */
  submittedSubject: boolean
  /** A queue of the same owner that real submissions go to besides; null: none. */
  queueId: string | null
  /** Further mailboxes that get its emails, once they have confirmed themselves. */
  destinations: readonly Destination[]
}

export type Destination = {
  /** Opaque; unique within its endpoint. */
  id: string
  mailbox: string
  addedAt: Date
  /** When its owner pressed the button in the email; it gets nothing before. */
  confirmedAt: Date | null
}

/** The settings of an endpoint that nobody has set anything for. */
export const NO_SETTINGS: EndpointSettings = {
  name: null,
  redirectUrl: null,
  allowedOrigins: [],
  honeypot: null,
  submittedSubject: false,
  queueId: null,
  destinations: [],
}
