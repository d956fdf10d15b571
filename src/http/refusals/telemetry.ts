import { TELEMETRY } from '../../domain/kinds/telemetry.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { Entry } from './entry.ts'

/** What only telemetry endpoints answer. */
export const TELEMETRY_REFUSALS = {
  telemetry_frozen: {
    status: 429,
    error: 'event cap reached',
    message: `The unclaimed endpoint has taken the ${TELEMETRY.unclaimedCap} events of its life.`,
    hint: 'Waiting does not help: the recipient must follow the claim link in the first letter.',
  },
} satisfies Partial<Record<RefusalCode, Entry>>
