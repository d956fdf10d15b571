import type { Config } from '../../src/config/config.ts'
import type { Plan } from '../../src/domain/plans/plan.ts'
import { later, SECOND } from '../../src/domain/time.ts'
import { type Endpoint, startService, type TestService } from './service.ts'

/** A service without a submit rate, whose clock stands in the middle of November. */
export function startQuotaService(options: Parameters<typeof startService>[0] = {}) {
  return startService({
    ...options,
    env: {
      FORMSLOT_SUBMIT_RATE: '0',
      FORMSLOT_CREATE_PER_HOUR: '0',
      FORMSLOT_CREATE_SPACING_MS: '0',
      ...options.env,
    },
  })
}

/** Writes down that so many submissions of this month have been counted for an endpoint, as if they had come in. */
export async function countOf(service: TestService, endpoint: Endpoint, count: number): Promise<void> {
  const month = service.now().toISOString().slice(0, 7)
  await service.sql(
    `update endpoints set month_count = ${count}, counted_month = '${month}' where id = '${endpoint.form_id}'`,
  )
}

/** Moves the clock to an instant. */
export function passTo(service: TestService, instant: string): void {
  service.pass({ milliseconds: new Date(instant).getTime() - service.now().getTime() })
}

/** Waits as long as a 429 says, and no longer. */
export function passRetryAfter(service: TestService, answer: { headers: Headers }): Date {
  const seconds = Number(answer.headers.get('retry-after'))
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error('there is no Retry-After')
  const until = later(service.now(), seconds * SECOND)
  service.pass({ seconds })
  return until
}

/** The configuration with another Free plan. */
export function withFree(config: Config, change: Partial<Plan>): Config {
  const { free } = config.plans
  if (!free) throw new Error('there is no plan free')
  return { ...config, plans: { ...config.plans, free: { ...free, ...change } } }
}
