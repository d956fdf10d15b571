import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from '../../src/command-line.ts'
import { plan, readPlanCommand } from '../../src/commands/plan.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { setCount, startQuotaService } from '../support/fixtures/quota.ts'
import { ADA, startService, type TestService } from '../support/service/service.ts'

/** `formslot-server plan …` beside a service. */
function command(service: TestService, words: string, format: 'text' | 'json' = 'text') {
  const read = readPlanCommand(words.split(' '))
  assert.ok(typeof read !== 'string', String(read))
  return plan(service.config, { command: read, format, now: service.now() })
}

test('plan set takes effect at once in the running service', async () => {
  await using service = await startQuotaService()
  const endpoint = await service.claimedEndpoint()
  await setCount(service, endpoint, 50)
  const submit = async () => (await service.submit(endpoint, { message: 'x' })).status
  assert.equal(await submit(), 429)
  assert.deepEqual(await command(service, `set ${ADA} pro`), {
    output: `${ADA} is now on pro (previously free). The owner is notified by email.`,
    done: true,
  })
  assert.equal(await submit(), 200)
  assert.equal((await command(service, 'set Ada@LOVELACE.dev pro')).output, `${ADA} is already on pro.`)
  const back = await command(service, `set ${ADA} free`)
  assert.match(back.output, /Data beyond the new retention is kept until 2026-11-17T.* and then deleted/)
  assert.equal(await submit(), 429)
})

test('rejects an unknown address or plan and changes nothing', async () => {
  await using service = await startService()
  await service.claimedEndpoint()
  const failing = async (words: string) => {
    const { output, done } = await command(service, words)
    assert.equal(done, false, words)
    return output
  }
  assert.match(await failing(`set bo@builds.dev pro`), /bo@builds\.dev has no account/)
  assert.match(await failing(`set ${ADA} gold`), /Unknown plan "gold"\. The plans are free, pro\./)
  assert.match(await failing(`set ${ADA} constructor`), /Unknown plan "constructor"/)
  assert.match(await failing('set nonsense pro'), /"nonsense" is not an email address/)
  assert.match(await failing('show bo@builds.dev'), /has no account/)
  const [account] = await service.sql('select plan, retained_until from accounts')
  assert.deepEqual({ ...account }, { plan: 'free', retained_until: null })
})

test('rejects unknown commands and a missing database', async () => {
  assert.equal(readPlanCommand([]), 'plan needs list, show or set.')
  assert.equal(readPlanCommand(['sell']), 'Unknown command "plan sell". Use list, show or set.')
  assert.equal(readPlanCommand(['show']), 'plan show needs an email address.')
  assert.equal(readPlanCommand(['set', ADA]), 'plan set needs an email address and the name of a plan.')
  assert.equal(readPlanCommand(['set', ADA, 'pro', 'now']), 'Unexpected argument "now".')
  assert.equal(readPlanCommand(['list', ADA]), `Unexpected argument "${ADA}".`)
  assert.equal(await run(['plan', 'sell']), 64)
  await using service = await startService()
  const config = { ...service.config, database: { kind: 'sqlite', file: '/nowhere/formslot.db' } } as const
  const result = await plan(config, { command: { kind: 'list' }, format: 'text', now: service.now() })
  assert.deepEqual(result, {
    output: 'There is no database at /nowhere/formslot.db yet. Start the service once to create it.',
    done: false,
  })
})

test('plan list shows quotas, retention and owners, including those of a removed plan', async () => {
  await using service = await startService({
    adjust: (config) => {
      const team = { ...config.plans.free, name: 'team', submissionsPerMonth: null }
      return { ...config, plans: { ...config.plans, team } as typeof config.plans }
    },
  })
  await service.claimedEndpoint()
  await service.sql("update accounts set plan = 'gold'")
  const { output } = await command(service, 'list')
  const line = (name: string) => output.split('\n').find((one) => one.startsWith(name)) ?? ''
  assert.match(
    line('free'),
    /^free \* +50 +100 +5,000 +30 days +7 days +0 +1 +3 +5\u00a0MiB +50\u00a0MiB +0$/,
  )
  assert.match(
    line('pro'),
    /^pro +10,000 +10,000 +100,000 +90 days +30 days +10 +20 +10 +25\u00a0MiB +5\u00a0GiB +0$/,
  )
  assert.match(line('team'), /unlimited/)
  assert.match(line('gold'), /^gold +removed +1$/)
  const json = JSON.parse((await command(service, 'list', 'json')).output)
  assert.deepEqual(
    json.plans.map((one: { name: string; owners: number; isDefault: boolean }) => [
      one.name,
      one.owners,
      one.isDefault,
    ]),
    [
      ['free', 0, true],
      ['pro', 0, false],
      ['team', 0, false],
      ['gold', 1, false],
    ],
  )
})

test('plan show prints the plan, usage bars, the reset date and a pending shorter retention', async () => {
  await using service = await startQuotaService()
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name: 'Contact' })
  await setCount(service, ada.endpoint, 42)
  await command(service, `set ${ADA} pro`)
  await command(service, `set ${ADA} free`)
  const { output } = await command(service, `show ${ADA}`)
  assert.match(output, /^ada@lovelace\.dev: plan free$/m)
  assert.match(output, /^Usage in 2026-11; quotas reset at 2026-12-01T00:00:00\.000Z:$/m)
  assert.match(output, /^ {2}\[#{16}\.{4}\] {2}84 % {2}42 of 50 {2}f_[0-9a-z]{16} Contact$/m)
  assert.match(output, /^ {2}\[\.{20}\] {3}0 % {2}0 of 5,000 {2}telemetry events$/m)
  assert.match(output, /^Stored files: 0\u00a0B of 50\u00a0MiB$/m)
  assert.match(output, /^Retention: submissions 90 days, telemetry 30 days$/m)
  assert.match(
    output,
    /^From 2026-11-17T.*: submissions 30 days, telemetry 7 days; older data is then deleted$/m,
  )
  const json = JSON.parse((await command(service, `show ${ADA}`, 'json')).output)
  assert.deepEqual(
    [json.email, json.plan.name, json.endpoints[0].used, json.retention.submissions],
    [ADA, 'free', 42, 90],
  )
  const set = JSON.parse((await command(service, `set ${ADA} pro`, 'json')).output)
  assert.deepEqual([set.email, set.before, set.changed], [ADA, 'free', true])
})

test('plan show lists the fullest form first, and never shows little usage as none', async () => {
  await using service = await startQuotaService()
  const ada = await signIn(service)
  await command(service, `set ${ADA} pro`)
  const little = await service.claimedEndpoint()
  const newest = await service.claimedEndpoint()
  await setCount(service, ada.endpoint, 5_000)
  await setCount(service, little, 93)
  await setCount(service, newest, 0)
  const { output } = await command(service, `show ${ADA}`)
  const bars = output.split('\n').flatMap((line) => /\] +(\S+) % .* of [\d,]+ {2}f_/.exec(line)?.[1] ?? [])
  assert.deepEqual(bars, ['50', '<1', '0'])
})
