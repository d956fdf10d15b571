import type { WebhookEvent } from '../../domain/destinations/webhook-event.ts'

/** A new event for web destinations, other than the submissions in the inbox. It needs one key. */
export type NewWebEvent = {
  event: StoredEvent
  /** `target`: see `getTurnsTarget`. */
  to: readonly { destinationId: string; target: string }[]
}

/** An event as it is stored, to be sent. */
export type StoredEvent =
  /** The submission is read when the event is sent, so that its deletion is real. */
  | { type: 'submission.spam'; submissionKey: number }
  | WithoutTime<
      Extract<
        WebhookEvent,
        {
          type:
            | 'endpoint.quota_warning'
            | 'watch.fired'
            | 'watch.cleared'
            | 'email.bounced'
            | 'email.complained'
        }
      >
    >

/** Each of these events without its time, which is that of its row. */
type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'timestamp'> : never
