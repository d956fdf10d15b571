/** Sender of all emails of the instance. */
export type Sender = {
  /** Base URL without a trailing slash. */
  base: string
  from: { name: string; address: string }
  /** Right-hand side of Message-IDs. */
  messageDomain: string
  /** Emails get a token by which bounces and complaints identify them. */
  handlesBounces: boolean
}

/** Groups of emails for which mail providers show separate complaint rates. */
export type FeedbackGroup = 'claim' | 'submission' | 'notice'

/** Composed email, as plain data for a mailer. Only `text`, `html` and `attachments` can contain submitted content. */
export type Email = {
  /** Fixed sender of the instance, never taken from a submission. */
  from: { name: string; address: string }
  /** The only recipient, also of the envelope. */
  to: string
  /** Validated address of the submitter, if the endpoint is confirmed. */
  replyTo: string | null
  subject: string
  text: string
  /** Empty for a plain-text email. */
  html: string
  /** `<…@domain>`, the same on every attempt. */
  messageId: string
  /** `<…@domain>` of the conversation with a sender, by which mail programs fold their emails; null outside of one. */
  conversationId: string | null
  /** Time the email was queued, the same on every attempt. */
  date: Date
  /** RFC 8058 one-click URL: GET shows a page, POST acts. Null for emails that the reader requested. */
  unsubscribeUrl: string | null
  /** Endpoint the email is about; the `X-Form-Id` header. */
  formId: string | null
  /** Token by which bounces and complaints identify the email, the same on every attempt; null if none can come in. */
  bounceToken: string | null
  feedbackGroup: FeedbackGroup
  /** Files that are parts of the email. */
  attachments: readonly Attachment[]
  /** The armored message that replaces the contents (PGP/MIME, RFC 3156); absent for an email that is not encrypted. */
  encrypted?: string
}

/** A file that is a part of an email. Its name is submitted text. */
export type Attachment = {
  name: string
  /** Media type. */
  type: string
  /** Base64 in lines, each ended by CRLF. */
  content: Buffer
}
