import type { OwnedKind } from '../../api/endpoints/owned.ts'
import type { PlainKey } from '../../language/texts.ts'

/** Headings of the lists, which the back links of their screens show, too. */
export const TITLES = {
  endpoints: 'shell.places.forms',
  telemetry: 'shell.places.telemetry',
  queues: 'shell.places.queues',
} as const satisfies Record<OwnedKind, PlainKey>

/** Words of what creates one. */
export const NEW = {
  endpoints: 'owned.new.form',
  telemetry: 'owned.new.telemetry',
  queues: 'owned.new.queue',
} as const satisfies Record<OwnedKind, PlainKey>
