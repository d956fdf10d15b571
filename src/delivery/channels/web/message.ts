import type { WebKind } from '../../../domain/destinations/web-kinds.ts'
import { composeEventBody, type WebhookEvent } from '../../../domain/destinations/webhook-event.ts'
import type { Language } from '../../../domain/language.ts'
import type { EgressRequest } from '../../egress/egress.ts'
import { composeChatMessage } from './chat-message.ts'
import { CHAT_FORMATS } from './formats/formats.ts'
import { signatureHeaders } from './signature.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }

/** A request to a destination, without the limits of its sender. */
export type WebRequest = Required<Pick<EgressRequest, 'url' | 'method' | 'headers'>> & { body: Buffer }

export type WebRequestInput = {
  kind: WebKind
  /** One that `findAddressFault` has passed. */
  address: string
  event: WebhookEvent
  /** Page of the dashboard that shows the event. */
  link: string
  /** Language of chat messages: that of the emails of the endpoint. */
  language: Language
  /** Public id of the delivery: the same for all of its attempts; without a full stop. */
  id: string
  /** Signing secrets of a webhook that are valid now, the newest first; empty for chats. */
  secrets: readonly string[]
  /** `Formslot/1.0.0`. */
  userAgent: string
  now: Date
}

/** Composes the request that tells a destination of an event. */
export function composeWebRequest(input: WebRequestInput): WebRequest {
  const { kind, address, event, link, language, userAgent } = input
  if (kind === 'webhook') return composeWebhook(input)
  const { url, body } = CHAT_FORMATS[kind](composeChatMessage(event, link, language), new URL(address))
  return {
    url,
    method: 'POST',
    headers: { ...JSON_HEADERS, 'user-agent': userAgent },
    body: Buffer.from(JSON.stringify(body)),
  }
}

function composeWebhook({ address, event, id, secrets, userAgent, now }: WebRequestInput): WebRequest {
  const body = Buffer.from(composeEventBody(event))
  const signature = signatureHeaders({ id, body, secrets, now })
  const headers = { ...JSON_HEADERS, 'user-agent': userAgent, ...signature }
  return { url: address, method: 'POST', headers, body }
}
