import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { getPlanRetention } from '../domain/plans/retention.ts'
import { plansInUse } from '../store/accounts/mailboxes.ts'
import { connect } from '../store/dialects/connect.ts'
import type { Connection } from '../store/engine/connection.ts'
import { listKept } from '../store/plans/account-plans.ts'
import { type Finding, ok, reasonOf, warn } from './finding.ts'

const NAME = 'plans'

/** Whether every owner has a plan that there is, and whether the next start takes days away from anybody. */
export async function checkPlans(config: Config): Promise<Finding[]> {
  const { database, plans, defaultPlan } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) return []
  let connection: Connection | null = null
  try {
    connection = await connect(database)
    const gone = (await plansInUse(connection.reads)).filter((name) => !Object.hasOwn(plans, name))
    const shorter = (await listKept(connection.reads)).flatMap(({ name, kept }) => {
      const plan = Object.hasOwn(plans, name) ? plans[name] : undefined
      if (!plan) return []
      const { submissions, telemetry } = getPlanRetention(plan)
      return [
        ...(submissions < kept.submissions
          ? [`submissions of ${name} ${submissions}, not ${kept.submissions}`]
          : []),
        ...(telemetry < kept.telemetry ? [`telemetry of ${name} ${telemetry}, not ${kept.telemetry}`] : []),
      ]
    })
    const findings = [
      ...gone.map((name) =>
        warn(
          NAME,
          `owners have the plan ${name}, which is gone: they have the quotas of ${defaultPlan}, and nothing of theirs is deleted`,
          'put it back into FORMSLOT_PLANS_FILE, or give them another by "formslot plan set"',
        ),
      ),
      ...(shorter.length > 0
        ? [
            warn(
              NAME,
              `days kept, with the next start: ${shorter.join('; ')}`,
              'nothing, if that is meant: owners are told by email then, and keep what they had for a week',
            ),
          ]
        : []),
    ]
    return findings.length > 0 ? findings : [ok(NAME, Object.keys(plans).join(', '))]
  } catch (error) {
    return [warn(NAME, reasonOf(error), 'start the service once: it brings the database up to date')]
  } finally {
    await connection?.close()
  }
}
