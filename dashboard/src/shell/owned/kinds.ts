import type { Owned, OwnedKind } from '../../api/endpoints/owned.ts'

export const OWNED_KINDS = ['endpoints', 'telemetry', 'queues'] as const

/** Icon and place of each kind of endpoint. */
export const KINDS = {
  endpoints: { icon: 'endpoints', list: '/forms' },
  telemetry: { icon: 'telemetry', list: '/telemetry' },
  queues: { icon: 'queue', list: '/queues' },
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
