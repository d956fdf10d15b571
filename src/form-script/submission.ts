/** A submission on its way. Every try sends the same key and the same entries, so that it is stored once. */
export type Submission = {
  /** The Idempotency-Key, which the instance remembers for 24 hours. */
  key: string
  url: string
  entries: [string, string][]
  /** Language of the form, in which the endpoint tells the visitor why it refused. */
  language: string
  /** A proof of work is sent with it. */
  challenge: boolean
}

/** Result of one try. */
export type Outcome =
  | { kind: 'accepted'; answer: unknown; next: string | undefined; receiptUrl: string | undefined }
  | { kind: 'refused'; answer: unknown; message: string; field: string | undefined }
  | Failed

/** Not known to be stored: it may be sent again with the same key. */
export type Failed = {
  kind: 'failed'
  /** The answer of the instance, if one came, and its message. */
  answer?: unknown
  message?: string | undefined
  waitMs: number
  /** The browser keeps the submission and sends it later. */
  isKept?: boolean
}
