/** What snippets about a queue are made for. */
export type QueueOptions = {
  /** `{base}/q/{queue_id}`. */
  queueUrl: string
}

/** The variable that every snippet takes the key from: it stands in no file that is shared. */
export const KEY_VARIABLE = 'QUEUE_KEY'
