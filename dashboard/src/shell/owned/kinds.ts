import type { Owned, OwnedKind } from '../../api/endpoints/owned.ts'

export const OWNED_KINDS = ['endpoints', 'telemetry', 'queues'] as const

/** Words and places of each kind of endpoint. `noun` is the word for one on its own screen. */
export const KINDS = {
  endpoints: {
    title: 'Forms',
    one: 'form',
    many: 'forms',
    noun: 'form',
    received: 'submission',
    icon: 'endpoints',
    list: '/forms',
  },
  telemetry: {
    title: 'Telemetry',
    one: 'telemetry endpoint',
    many: 'telemetry endpoints',
    noun: 'endpoint',
    received: 'event',
    icon: 'telemetry',
    list: '/telemetry',
  },
  queues: {
    title: 'Queues',
    one: 'queue',
    many: 'queues',
    noun: 'queue',
    received: 'message',
    icon: 'queue',
    list: '/queues',
  },
} as const satisfies Record<OwnedKind, object>

/** Returns the link to the screen of an endpoint. */
export function linkTo(kind: OwnedKind, id: string) {
  switch (kind) {
    case 'endpoints':
      return { to: '/forms/$endpointId', params: { endpointId: id } } as const
    case 'telemetry':
      return { to: '/telemetry/$telemetryId', params: { telemetryId: id } } as const
    case 'queues':
      return { to: '/queues/$queueId', params: { queueId: id } } as const
  }
}

/** Returns the URL at which an endpoint receives. */
export function getUrl(owned: Owned): string {
  switch (owned.kind) {
    case 'form':
      return owned.endpoint_url
    case 'telemetry':
      return owned.telemetry_url
    case 'queue':
      return owned.queue_url
  }
}
