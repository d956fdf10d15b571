import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { startService } from '../support/service/service.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const NAME = /\b(?:formslot|process|nodejs)_[a-z0-9_]*[a-z0-9]\b/g

test('alert rules, dashboard and documentation name only metrics that exist, with their labels', async () => {
  await using service = await startService({
    env: { FORMSLOT_SPAMD: '127.0.0.1:1', FORMSLOT_CLAMD: '127.0.0.1:1' },
  })
  const { metrics } = service.service
  await metrics.measureProcess()
  const rendered = await metrics.render()
  const known = new Set([...rendered.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const read = (file: string) => readFile(path.join(ROOT, file), 'utf8')
  const [alerts, dashboard, guide] = await Promise.all([
    read('monitoring/alerts.yml'),
    read('monitoring/grafana-dashboard.json'),
    read('docs/self-hosting.md'),
  ])
  const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }
  const queries = [
    ...[...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  assert.ok(queries.length > 30)
  for (const query of queries) {
    const names = query.match(NAME) ?? []
    assert.ok(names.length > 0 || query.startsWith('up{'), query)
    for (const name of names) assert.ok(known.has(name.replace(/_bucket$/, '')), `${name} in ${query}`)
  }
  const table = guide.slice(guide.indexOf('| metric | meaning |'), guide.indexOf('[`monitoring/alerts.yml`]'))
  const documented = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) => [
    ...(cell.replaceAll(/\{[^}]*\}/g, '').match(NAME) ?? []),
  ])
  for (const name of documented.filter((name) => known.has(name) === false)) {
    assert.ok(
      [...known].some((each) => each?.startsWith(`${name}_`)),
      `${name} is documented`,
    )
  }
  const counted = [...known].filter((name) => name?.startsWith('formslot_'))
  const left = counted.filter(
    (name) =>
      !documented.includes(name ?? '') &&
      !/^formslot_(creations|event_requests|messages|claims)_total$/.test(name ?? ''),
  )
  assert.deepEqual(left, [], 'metrics without documentation')
})
