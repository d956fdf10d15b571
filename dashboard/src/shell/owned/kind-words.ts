import type { OwnedKind } from '../../api/endpoints/owned.ts'

/** Word for one endpoint of a kind. */
export const KIND_WORDS = {
  endpoints: 'form',
  telemetry: 'telemetry endpoint',
  queues: 'queue',
} as const satisfies Record<OwnedKind, string>
