import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { PLANS } from '../../src/domain/plans/plan.ts'
import { blamed, listFaults, parseConfig } from '../support/service/configuration.ts'

const TEAM = {
  submissionsPerMonth: null,
  queueMessagesPerMonth: 0,
  telemetryEventsPerMonth: 1,
  submissionRetentionDays: 1,
  telemetryRetentionDays: 3650,
}

function plansFile(content: unknown) {
  const folder = mkdtempDisposableSync(path.join(tmpdir(), 'formslot-'))
  const file = path.join(folder.path, 'plans.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return { env: { FORMSLOT_PLANS_FILE: file }, [Symbol.dispose]: () => folder.remove() }
}

/** The problem with this file, or nothing. */
function findProblem(content: unknown): string | undefined {
  using plans = plansFile(content)
  return listFaults(plans.env)[0]?.problem
}

test('a built-in plan keeps what the plans file does not change', () => {
  using plans = plansFile({ free: { submissionsPerMonth: 200 } })
  assert.deepEqual(parseConfig(plans.env).plans, {
    free: { ...PLANS.free, submissionsPerMonth: 200 },
    pro: PLANS.pro,
  })
})

test('a custom plan exists beside the built-in ones and can be the default', () => {
  using plans = plansFile({ team: TEAM })
  const config = parseConfig({ ...plans.env, FORMSLOT_DEFAULT_PLAN: 'team' })
  const { fileBytes, submissionBytes, filesPerSubmission, storedBytes } = PLANS.free
  const files = { fileBytes, submissionBytes, filesPerSubmission, storedBytes }
  assert.deepEqual(config.plans, {
    ...PLANS,
    team: { name: 'team', ...TEAM, destinations: 0, watches: 1, members: 1, ...files },
  })
  assert.equal(config.defaultPlan, 'team')
})

test('an unknown default plan is an error that lists the plans', () => {
  using plans = plansFile({ team: TEAM })
  const [fault] = listFaults({ ...plans.env, FORMSLOT_DEFAULT_PLAN: 'gold' })
  assert.equal(fault?.variable, 'FORMSLOT_DEFAULT_PLAN')
  assert.match(fault?.problem ?? '', /"gold"; the plans are free, pro, team/)
  assert.deepEqual(blamed({ FORMSLOT_DEFAULT_PLAN: 'constructor' }), ['FORMSLOT_DEFAULT_PLAN'])
})

test('does not blame the default plan while the plans file is invalid', () => {
  using plans = plansFile('{')
  assert.deepEqual(blamed({ ...plans.env, FORMSLOT_DEFAULT_PLAN: 'team' }), ['FORMSLOT_PLANS_FILE'])
})

test('a plan limits files, and may include none', () => {
  const files = { fileBytes: 1024, submissionBytes: 2048, filesPerSubmission: 0, storedBytes: 4096 }
  using plans = plansFile({ team: { ...TEAM, ...files } })
  assert.deepEqual(parseConfig(plans.env).plans.team, {
    name: 'team',
    ...TEAM,
    destinations: 0,
    watches: 1,
    members: 1,
    ...files,
  })
  for (const wrong of [{ filesPerSubmission: 21 }, { fileBytes: -1 }, { storedBytes: null }])
    assert.match(findProblem({ team: { ...TEAM, ...wrong } }) ?? '', new RegExp(`team.${Object.keys(wrong)}`))
})

test('reports errors in the plans file with their location', () => {
  assert.match(findProblem({ free: { submissionsPerMonth: -1 } }) ?? '', /free\.submissionsPerMonth/)
  assert.match(findProblem({ free: { submissionsPerMonth: 1.5 } }) ?? '', /free\.submissionsPerMonth/)
  assert.match(findProblem({ free: { submissionsPerDay: 9 } }) ?? '', /submissionsPerDay/)
  assert.match(
    findProblem({ team: { ...TEAM, submissionRetentionDays: 0 } }) ?? '',
    /submissionRetentionDays/,
  )
  assert.match(
    findProblem({ team: { ...TEAM, telemetryRetentionDays: 3651 } }) ?? '',
    /telemetryRetentionDays/,
  )
  assert.match(
    findProblem({ team: { ...TEAM, submissionRetentionDays: null } }) ?? '',
    /submissionRetentionDays/,
  )
  assert.match(findProblem({ team: { submissionsPerMonth: 5 } }) ?? '', /team\.queueMessagesPerMonth/)
  assert.match(findProblem({ team: { ...TEAM, destinations: 11 } }) ?? '', /team\.destinations/)
  assert.match(findProblem({ 'Team A': TEAM }) ?? '', /"Team A"/)
  assert.match(findProblem([]) ?? '', /the file/)
  assert.match(findProblem('{"free":') ?? '', /not JSON/)
})

test('the plans file in the guide is valid', () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../docs/self-hosting.md'), 'utf8')
  using plans = plansFile(/```json\n(.*?)```/s.exec(guide)?.[1] ?? '')
  assert.deepEqual(Object.keys(parseConfig(plans.env).plans), ['free', 'pro', 'team'])
})

test('reports a missing plans file', () => {
  assert.match(listFaults({ FORMSLOT_PLANS_FILE: '/nowhere/plans.json' })[0]?.problem ?? '', /ENOENT/)
})

test('a plan named __proto__ changes no other plan', () => {
  using plans = plansFile(`{"__proto__": ${JSON.stringify(TEAM)}}`)
  assert.deepEqual(parseConfig(plans.env).plans, PLANS)
  assert.equal(Object.hasOwn(Object.prototype, 'submissionsPerMonth'), false)
})
