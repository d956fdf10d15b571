import { accountTables } from './0100-initial/accounts.ts'
import { deviceTables } from './0100-initial/devices.ts'
import { endpointTables } from './0100-initial/endpoints.ts'
import { fileTables } from './0100-initial/files.ts'
import { healthTables } from './0100-initial/health.ts'
import { instanceTables } from './0100-initial/instance.ts'
import { judgingTables } from './0100-initial/judging.ts'
import { outboxTables } from './0100-initial/outbox.ts'
import { queueTables } from './0100-initial/queues.ts'
import * as search from './0100-initial/search.ts'
import * as submissions from './0100-initial/submissions.ts'
import type { Integer } from './0100-initial/tables.ts'
import { telemetryTables } from './0100-initial/telemetry.ts'
import { workTables } from './0100-initial/work.ts'

/**
 * The schema of 1.0.0, in the SQL of each database.
 *
 * Keys are integers that grow with time, thirty-two apart: a delivery stands on the key of its submission or behind it, so
 * no index leads from a submission to its deliveries. On PostgreSQL the tables that grow most are partitioned by the
 * week in their key; no foreign key points at them, so that a week can be dropped.
 */
export const sqlite: readonly string[] = getStatements('integer', submissions.sqlite, search.sqlite)
export const postgres: readonly string[] = getStatements('bigint', submissions.postgres, search.postgres)

function getStatements(
  integer: Integer,
  submissionTables: readonly string[],
  searchTables: readonly string[],
): string[] {
  return [
    ...accountTables(integer),
    ...deviceTables(integer),
    ...endpointTables(integer),
    ...submissionTables,
    ...searchTables,
    ...workTables(integer),
    ...fileTables(integer),
    ...judgingTables(integer),
    ...healthTables(integer),
    ...outboxTables(integer),
    ...telemetryTables(integer),
    ...queueTables(integer),
    ...instanceTables(integer),
  ]
}
