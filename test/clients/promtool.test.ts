import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { startService } from '../support/service/service.ts'

const MONITORING = path.resolve(import.meta.dirname, '../../monitoring')

function promtool(words: string[], input = '') {
  const { status, stdout, stderr, error } = spawnSync('promtool', words, {
    cwd: MONITORING,
    encoding: 'utf8',
    input,
  })
  if (error) throw error
  return { status, output: stdout + stderr }
}

test('Prometheus accepts the alert rules, and they fire when they should', () => {
  const checked = promtool(['check', 'rules', 'alerts.yml'])
  assert.equal(checked.status, 0, checked.output)
  const tested = promtool(['test', 'rules', 'alerts.test.yml'])
  assert.equal(tested.status, 0, tested.output)
})

test('Prometheus can parse every query of the dashboard', async () => {
  const dashboard = await readFile(path.join(MONITORING, 'grafana-dashboard.json'), 'utf8')
  const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }
  const rules = panels
    .flatMap(({ targets }) => targets)
    .map(({ expr }, n) => ({ record: `panel:${n}`, expr }))
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-'))
  const file = path.join(folder.path, 'queries.yml')
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  const checked = promtool(['check', 'rules', file])
  assert.equal(checked.status, 0, checked.output)
  assert.ok(rules.length > 20)
})

test('Prometheus reads every metric, and finds nothing wrong with the names that are ours', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'Hello' })
  await service.service.deliver()
  const { metrics } = service.service
  await metrics.measureProcess()
  const { output } = promtool(['check', 'metrics'], await metrics.render())
  assert.doesNotMatch(output, /error/i)
  assert.deepEqual(
    output.split('\n').filter((line) => line.startsWith('formslot_')),
    [],
  )
})
