/** Sender of all emails of the instance. */
export type Sender = {
  /** Base URL without a trailing slash. */
  base: string
  from: { name: string; address: string }
  /** Right-hand side of Message-IDs. */
  messageDomain: string
}

/** Composed email, as plain data for a mailer. Only `text` and `html` can contain submitted content. */
export type Email = {
  /** Fixed sender of the instance, never taken from a submission. */
  from: { name: string; address: string }
  /** The only recipient, also of the envelope. */
  to: string
  /** Validated address of the submitter, if the endpoint is confirmed. */
  replyTo: string | null
  subject: string
  text: string
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
}
