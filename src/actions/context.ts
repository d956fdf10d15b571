import type { CreationLimits } from '../domain/creation-limit.ts'
import type { Keys } from '../domain/keys.ts'
import type { Plan } from '../domain/plan.ts'
import type { Store } from '../store/store.ts'

/** What the operator has set and every side may know. */
export type Terms = {
  plans: Readonly<Record<string, Plan>>
  /** The plan that a new owner starts with. */
  defaultPlan: string
  creationLimits: CreationLimits
}

/** What every action works with. */
export type Context = Terms & { store: Store; keys: Keys }

/** The owner's plan; null without an owner. One that the operator has taken out of the table counts as the default. */
export function planNamed(terms: Terms, name: string | null): Plan | null {
  return name === null ? null : (terms.plans[name] ?? terms.plans[terms.defaultPlan] ?? null)
}
