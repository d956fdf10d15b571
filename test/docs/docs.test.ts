import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { PLANS } from '../../src/domain/plans/plan.ts'
import { VERSION } from '../../src/version.ts'
import { JANE, WRITTEN_RECIPIENT } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../..')
const documents = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
]

test('every link between documents has a target', () => {
  for (const file of documents) {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)) {
      assert.ok(existsSync(path.join(ROOT, path.dirname(file), target)), `${file} links to ${target}`)
    }
  }
  assert.ok(documents.length >= 10)
})

test('each decision has its own number in its file name and its heading', () => {
  const decisions = path.join('docs', 'decisions')
  const files = documents.filter((file) => path.dirname(file) === decisions).sort()
  for (const [index, file] of files.entries()) {
    const number = index + 1
    assert.ok(path.basename(file).startsWith(`${String(number).padStart(4, '0')}-`), file)
    assert.ok(readFileSync(path.join(ROOT, file), 'utf8').startsWith(`# ${number}. `), file)
  }
})

test('CONTRIBUTING describes every script of package.json', () => {
  const text = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  for (const script of Object.keys(scripts)) {
    // npm runs those by itself, or the README tells them.
    if (['start', 'test', 'prepack'].includes(script)) continue
    assert.match(text, new RegExp(`\`(?:npm run )?${script}\\b`), script)
  }
})

test('every command that the documents mention exists', async () => {
  const usage = (await run(process.execPath, [path.join(ROOT, 'src/main.js'), '--help'])).stdout
  let named = 0
  for (const file of documents) {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    for (const [, command = ''] of text.matchAll(
      /(?:npm start (?:--silent )?--|`formslot-server) ([a-z]+)/g,
    )) {
      assert.match(usage, new RegExp(`^  formslot-server \\[?${command}\\b`, 'm'), `${file} names ${command}`)
      named += 1
    }
  }
  assert.ok(named >= 10)
})

test('the documented table of plans matches the code', () => {
  const guide = readFileSync(path.join(ROOT, 'docs/self-hosting.md'), 'utf8')
  for (const plan of Object.values(PLANS)) {
    const quotas = [plan.submissionsPerMonth, plan.telemetryEventsPerMonth, plan.queueMessagesPerMonth]
    const cells = [
      `\`${plan.name}\``,
      ...quotas.map((quota) => quota?.toLocaleString('en') ?? 'any number'),
      `${plan.submissionRetentionDays} days`,
      `${plan.telemetryRetentionDays} days`,
      String(plan.destinations),
    ]
    assert.ok(guide.includes(`| ${cells.join(' | ')} |`), plan.name)
  }
})

test('the changelog describes this version', () => {
  assert.ok(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8').includes(`## ${VERSION}`))
})

test('the README is short, and its commands work', async () => {
  const text = readFileSync(path.join(ROOT, 'README.md'), 'utf8')
  assert.ok(text.split('\n').length <= 150)
  const scripts = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).scripts
  for (const [, script = ''] of text.matchAll(/npm (start|test)/g)) assert.ok(scripts[script], script)

  await using service = await startService({ mail: 'embedded' })
  const commands = [...text.matchAll(/^curl .*$/gm)].map(([command]) => command)
  assert.equal(commands.length, 4)
  let endpointUrl = ''
  for (const command of commands) {
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)]
      .map((match) => match[1] ?? match[2] ?? '')
      .slice(1)
    const real = words.map((word) =>
      word
        .replace('http://127.0.0.1:8080', service.base)
        .replace('ENDPOINT_URL', endpointUrl)
        .replace(WRITTEN_RECIPIENT, JANE),
    )
    const answer = JSON.parse((await run('curl', ['-s', ...real])).stdout)
    assert.equal(answer.error, undefined, command)
    endpointUrl = answer.endpoint_url ?? endpointUrl
  }
  await service.deliver()
  assert.match((await service.get('/mailbox')).text, /ul class="emails"/)
})
