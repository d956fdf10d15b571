import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { getPlanRetention } from '../domain/plans/retention.ts'
import { plansInUse } from '../store/accounts/mailboxes.ts'
import { connect } from '../store/dialects/connect.ts'
import type { Connection } from '../store/engine/connection.ts'
import { listRecordedPlans } from '../store/plans/account-plans.ts'
import { type Finding, getErrorMessage, ok, warn } from './finding.ts'

const NAME = 'plans'

/** Checks that every owner's plan exists, and whether the next start shortens the retention of any plan. */
export async function checkPlans(config: Config): Promise<Finding[]> {
  const { database, plans, defaultPlan } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) return []
  let connection: Connection | null = null
  try {
    connection = await connect(database)
    const removed = (await plansInUse(connection.reads)).filter((name) => !Object.hasOwn(plans, name))
    const shorter = (await listRecordedPlans(connection.reads)).flatMap(({ name, retention }) => {
      const plan = Object.hasOwn(plans, name) ? plans[name] : undefined
      if (!plan) return []
      const { submissions, telemetry } = getPlanRetention(plan)
      return [
        ...(submissions < retention.submissions
          ? [`submissions of ${name}: ${submissions} instead of ${retention.submissions}`]
          : []),
        ...(telemetry < retention.telemetry
          ? [`telemetry of ${name}: ${telemetry} instead of ${retention.telemetry}`]
          : []),
      ]
    })
    const findings = [
      ...removed.map((name) =>
        warn(
          NAME,
          `the plan ${name} was removed but still has owners; they get the quotas of ${defaultPlan}, and none of their data is deleted`,
          'add it back to FORMSLOT_PLANS_FILE, or move them with "formslot-server plan set"',
        ),
      ),
      ...(shorter.length > 0
        ? [
            warn(
              NAME,
              `the next start shortens the retention in days: ${shorter.join('; ')}`,
              'none needed if this is intended; owners are notified by email and keep the longer retention for a week',
            ),
          ]
        : []),
    ]
    return findings.length > 0 ? findings : [ok(NAME, Object.keys(plans).join(', '))]
  } catch (error) {
    return [warn(NAME, getErrorMessage(error), 'start the service once; it updates the database')]
  } finally {
    await connection?.close()
  }
}
