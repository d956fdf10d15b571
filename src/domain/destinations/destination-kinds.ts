import type { WebKind } from './web-kinds.ts'
import type { WebEventType } from './webhook-event.ts'

/**
 * A place that an endpoint delivers to, in addition to its recipient. One member for each way of delivery. It gets nothing before its
 * owner has agreed: by a link in an email, or by answering a test.
 */
export type Destination = EmailDestination | WebDestination

export type EmailDestination = {
  kind: 'email'
  /** Opaque; unique within its endpoint. */
  id: string
  mailbox: string
  addedAt: Date
  /** When its owner confirmed it by the link in an email; it gets nothing while this is null. */
  confirmedAt: Date | null
  /** When its owner stopped its emails, which took back the confirmation; null unless they are stopped. */
  stoppedAt: Date | null
}

/** A destination that gets HTTP requests. Its address is a secret and is stored sealed, apart from the settings. */
export type WebDestination = {
  kind: WebKind
  /** Opaque; unique within its endpoint. */
  id: string
  /** Scheme, host and port of its address. */
  origin: string
  events: readonly WebEventType[]
  addedAt: Date
  /** When its address was set; an answer to a test of an earlier address proves nothing. */
  addressedAt: Date
  /** When a test was first answered at this address; it gets nothing while this is null. */
  provenAt: Date | null
  /** null: it is not disabled. */
  disabled: Disabled | null
  /** Limits of the requests of a queue; null for other endpoints. */
  push: Push | null
}

/** `concurrency`: requests in progress at one time, on all nodes together. `timeoutSeconds`: of one request. */
export type Push = { concurrency: number; timeoutSeconds: number }

/** `gone`: its address answered that it no longer exists. `failing`: every attempt of the last days failed. */
export type Disabled = { at: Date; because: (typeof DISABLED_BECAUSE)[number] }

export const DISABLED_BECAUSE = ['owner', 'gone', 'failing'] as const
