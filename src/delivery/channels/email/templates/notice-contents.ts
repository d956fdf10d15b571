import type { Language } from '../../../../domain/language.ts'

/** Contents of an email that is not about a submission, for both parts. All of it is plain text. */
export type NoticeContents = {
  language: Language
  subject: string
  /** Line that mail programs show next to the subject. */
  preview: string
  heading: string
  paragraphs: readonly (string | Facts | Messages)[]
  /** The main action of the email; null when it offers none. */
  button: { label: string; url: string } | null
  /** Code to enter instead of following the link. */
  code: { label: string; text: string } | null
  /** Notes below a rule, such as the expiry, or what to do if the email was not requested. */
  notes: readonly (string | Quotation)[]
  /** "This wasn't me"; mail programs also unsubscribe at its URL. */
  stop: { label: string; url: string } | null
  /** Holds the emails back for a while. */
  snooze?: { label: string; url: string }
  /** Where mail programs unsubscribe; that of `stop` when left out. */
  unsubscribeUrl?: string
}

/** `says` ends with the space of its language; `quotes` is text that a stranger wrote, unchanged. Mail programs must not turn any of it into a link. */
export type Quotation = { says: string; quotes: string }

/** Facts, one per line: "Telemetry is kept for", "30 days", "(previously 7 days)". */
export type Facts = { facts: readonly { name: string; value: string; aside: string | null }[] }

/** Messages of strangers, each on one line below its date. Mail programs must not turn any of it into a link. */
export type Messages = {
  messages: readonly {
    date: string
    text: string
    /** Below the text. The owner of a confirmed form follows them. */
    links?: readonly { label: string; url: string }[]
  }[]
}
