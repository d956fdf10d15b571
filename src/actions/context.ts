import type { CreationLimits } from '../domain/creation-limit.ts'
import type { Keys } from '../domain/keys.ts'
import type { Plan } from '../domain/plan.ts'
import type { Store } from '../store/store.ts'

/** What every action works with; made once by `service.ts`. */
export type Context = {
  store: Store
  keys: Keys
  plans: Readonly<Record<string, Plan>>
  /** The plan that a new owner starts with. */
  defaultPlan: string
  creationLimits: CreationLimits
}

/** The owner's plan; null without an owner. One that the operator has taken out of the table counts as the default. */
export function planNamed(context: Context, name: string | null): Plan | null {
  return name === null ? null : (context.plans[name] ?? context.plans[context.defaultPlan] ?? null)
}
