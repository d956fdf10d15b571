export type Submission = {
  /** The Idempotency-Key, which the instance remembers for 24 hours. */
  key: string
  url: string
  entries: [string, string][]
  /** Files, each with the name of its field. A submission with files is sent at once or not at all: none is kept. */
  files?: [string, File][]
  /** Language of the form, in which the endpoint tells the visitor why it refused. */
  language: string
  /** A proof of work is sent with it. */
  challenge: boolean
}

/** Answer of the instance. */
export type Answer = {
  ok?: boolean
  code?: string
  message?: string
  /** Text for the visitor, in the language that was asked for. */
  visitor_message?: string
  field?: string
  next?: string
}

/** Result of one try, with what the answer says. */
export type Outcome = Pick<Answer, 'field' | 'next'> & {
  /** Event of the form that tells the page. */
  kind: 'success' | 'error' | 'kept'
  /** The answer of the instance, if one came. */
  detail?: Answer
  /** Text for the visitor. */
  message?: string | undefined
  /** Text of the script where there is none for the visitor. */
  text?: 'filesFailed' | undefined
  /** Address of the receipt, where no other page follows. */
  receipt?: string | undefined
  /** Not known to be stored: after this time it may be sent again with the same key. Undefined for a refusal. */
  waitMs?: number | undefined
}
