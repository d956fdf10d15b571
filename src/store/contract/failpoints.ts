/**
 * Named points on the paths of a submission, of its files, of its verdict and of an email, in the order they are passed.
 * The service does nothing at them; the kill-point sweep ends the process at each in turn.
 */
export type FailpointName =
  | 'file spooled'
  | 'file stored'
  | 'before begin'
  | 'decided'
  | 'saved'
  | 'before commit'
  | 'committed'
  | 'flushed'
  | 'answered'
  | 'judgement leased'
  | 'judged'
  | 'verdict saved'
  | 'lesson learned'
  | 'attempt written'
  | 'posted'
  | 'settled'
  | 'file deleted'

/** Called at each point by tests; undefined in a real service. */
export type Failpoints = ((point: FailpointName) => void) | undefined
