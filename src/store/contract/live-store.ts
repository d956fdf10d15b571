/** What an owner who looks on is told, once it stands on the disk. */
export type LiveEvent =
  /** Real submissions of an endpoint, oldest first; what the honeypot caught is a change like any other. */
  | { kind: 'submission'; endpointId: string; submissionKeys: readonly number[] }
  /** Batches of events of a telemetry endpoint, for who follows that one. */
  | { kind: 'events'; endpointId: string; batchKeys: readonly number[] }
  /** Something is not what it was: about this endpoint, or about anything of the account. */
  | { kind: 'changed'; endpointId: string | null }
  /** Somebody was signed out, or a key revoked: whoever looks on may have to leave. */
  | { kind: 'access' }

export type LiveListener = (event: LiveEvent) => void

/** Tells owners what happens while they look on. Nothing is kept: who was away looks afresh. */
export type LiveStore = {
  /**
   * Tells `listener` what happens to the account from now on, on whichever node: within a tenth of a second on this
   * one, mostly as fast on another. Whenever something may have been missed, it is told that anything has changed.
   *
   * @returns ends it
   */
  subscribe(accountKey: number, listener: LiveListener): () => void
}
