import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { MAX_MEMBERS } from '../domain/accounts/member.ts'
import { MAX_DESTINATIONS } from '../domain/destinations/destination.ts'
import { MAX_FILES_PER_SUBMISSION } from '../domain/files/stored-file.ts'
import { MAX_RETENTION_DAYS, PLANS, type Plan } from '../domain/plans/plan.ts'
import { MAX_WATCHES } from '../domain/telemetry/watch.ts'
import type { Parsed } from './reading.ts'

const quota = z.int().min(0).nullable()
const retention = z.int().min(1).max(MAX_RETENTION_DAYS)
const destinations = z.int().min(0).max(MAX_DESTINATIONS)
const watches = z.int().min(0).max(MAX_WATCHES)
const members = z.int().min(0).max(MAX_MEMBERS)
const bytes = z.int().min(0)
const filesOfSubmission = z.int().min(0).max(MAX_FILES_PER_SUBMISSION)
const planSchema = z.strictObject({
  submissionsPerMonth: quota,
  queueMessagesPerMonth: quota,
  telemetryEventsPerMonth: quota,
  submissionRetentionDays: retention,
  telemetryRetentionDays: retention,
  destinations,
  watches,
  members,
  fileBytes: bytes,
  submissionBytes: bytes,
  filesPerSubmission: filesOfSubmission,
  storedBytes: bytes,
})
const fileSchema = z
  .strictObject({
    free: planSchema.partial().optional(),
    pro: planSchema.partial().optional(),
  })
  // Files from before these existed leave them out.
  .catchall(
    planSchema.extend({
      destinations: destinations.default(0),
      watches: watches.default(PLANS.free.watches),
      members: members.default(PLANS.free.members),
      fileBytes: bytes.default(PLANS.free.fileBytes),
      submissionBytes: bytes.default(PLANS.free.submissionBytes),
      filesPerSubmission: filesOfSubmission.default(PLANS.free.filesPerSubmission),
      storedBytes: bytes.default(PLANS.free.storedBytes),
    }),
  )

const PLAN_NAME = /^[a-z][a-z0-9-]{0,31}$/

/**
 * Reads the plans file: `{ "free": { "submissionsPerMonth": 200 }, "team": { …all five } }`. A shipped plan keeps what the
 * file does not change; a custom plan must be complete except for `destinations`, `watches`, `members` and the limits
 * on files. A quota of null is unlimited.
 */
export function parsePlansFile(file: string): Parsed<Record<string, Plan>> {
  const json = readJson(file)
  if (json.kind === 'fault') return json
  const read = fileSchema.safeParse(json.value)
  if (!read.success) {
    const issues = read.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`)
    return { kind: 'fault', problem: `names an invalid file, ${file}: ${issues.join('; ')}` }
  }
  const { free, pro, ...own } = read.data
  const badName = Object.keys(own).find((name) => !PLAN_NAME.test(name))
  if (badName !== undefined) {
    const rule = 'use lower-case letters, digits and hyphens'
    return { kind: 'fault', problem: `names a file with a plan called ${JSON.stringify(badName)}: ${rule}` }
  }
  const plans: Record<string, Plan> = { free: { ...PLANS.free, ...free }, pro: { ...PLANS.pro, ...pro } }
  for (const [name, plan] of Object.entries(own)) {
    plans[name] = { name, ...plan }
  }
  return { kind: 'ok', value: plans }
}

function readJson(file: string): Parsed<unknown> {
  try {
    return { kind: 'ok', value: JSON.parse(readFileSync(file, 'utf8')) }
  } catch (error) {
    if (error instanceof SyntaxError) {
      return { kind: 'fault', problem: `names a file that is not JSON, ${file}: ${error.message}` }
    }
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    return { kind: 'fault', problem: `names a file that cannot be read, ${file} (${reason})` }
  }
}
