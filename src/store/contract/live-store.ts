/** A subject of subscriptions: an account, the events of a telemetry endpoint, or the messages of a queue, by key. */
export type Topic = { kind: 'account' | 'telemetry' | 'queue'; key: number }

/** An event for subscribers, sent once it is stored durably. */
export type LiveEvent =
  /** Real submissions of an endpoint, oldest first; spam is a `changed` event. */
  | { kind: 'submission'; endpointId: string; submissionKeys: readonly number[] }
  /** Batches of events of a telemetry endpoint, for subscribers of that endpoint. */
  | { kind: 'events'; endpointId: string; batchKeys: readonly number[] }
  /** Something changed: about this endpoint, or, when null, about anything of the topic, which must then be read again. */
  | { kind: 'changed'; endpointId: string | null }
  /** Somebody was signed out, or a key was revoked: subscribers may have lost access. */
  | { kind: 'access' }

export type LiveListener = (event: LiveEvent) => void

/** Live events of all nodes. Nothing is stored for absent subscribers: they read again when they return. */
export type LiveStore = {
  /**
   * Calls `listener` with the events of a topic from now on, from all nodes. When this node reconnects after losing its
   * connection to the others, the listener gets `changed` without an endpoint.
   *
   * @returns ends the subscription
   */
  subscribe(topic: Topic, listener: LiveListener): () => void
}
