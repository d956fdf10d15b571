/** How the instance signs its emails. */
export type Sender = {
  /** The base address, without a slash at the end. */
  base: string
  from: { name: string; address: string }
  /** The right-hand side of Message-IDs. */
  messageDomain: string
}

/** An email, composed: plain data that a mailer can post. Nothing in it but `text` and `html` may carry submitted content. */
export type Email = {
  /** The instance's fixed sender. Never anything from a submission. */
  from: { name: string; address: string }
  /** The one mailbox it goes to; also the only envelope recipient. */
  to: string
  /** The submitter's validated address, once the endpoint is claimed. */
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** `<…@domain>`, the same on every attempt. */
  messageId: string
  /** When the email became a job: the same on every attempt. */
  date: Date
  /** RFC 8058 one-click address: GET shows a page, POST acts. Null where the mailbox asked for this very email. */
  unsubscribeUrl: string | null
  /** The endpoint it is about; the `X-Form-Id` header. */
  formId: string | null
}
