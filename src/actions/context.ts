import type { CreationLimits } from '../domain/endpoints/creation-limit.ts'
import type { Keys } from '../domain/keys.ts'
import { type Plan, type PlanTable, planIn } from '../domain/plans/plan.ts'
import type { Store } from '../store/contract/store.ts'
import type { PreviewEmail } from './outbox/preview-email.ts'

/** What the operator has set and every side may know. */
export type Terms = PlanTable & { creationLimits: CreationLimits }

/** What every action works with. */
export type Context = Terms & { store: Store; keys: Keys; previewEmail: PreviewEmail }

/** See `planIn`. */
export function getPlan(terms: PlanTable, name: string | null): Plan | null {
  return planIn(terms, name)
}
