/** Options of a queue snippet. */
export type QueueOptions = {
  /** `{base}/q/{queue_id}`. */
  queueUrl: string
}

/** Environment variable for the key, which must not be committed. */
export const KEY_VARIABLE = 'QUEUE_KEY'
