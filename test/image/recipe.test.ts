import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { VERSION } from '../../src/version.ts'
import { parseConfig } from '../support/service/configuration.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(read('package.json'))
const recipe = readInstructions(read('Containerfile'))
const lastStage = recipe.slice(recipe.findLastIndex(({ name }) => name === 'FROM'))
const compose = parse(read('compose.yaml'))
const guide = read('docs/self-hosting.md')

/** An image with a version of at least two numbers. */
const PINNED = /^[\w./-]+:v?\d+\.\d+[\w.-]*$/

test('the base images have a version, and Node is the one of the lock file', () => {
  const bases = recipe.filter(({ name, rest }) => name === 'ARG' && /_IMAGE=/.test(rest))
  assert.equal(bases.length, 2)
  for (const { rest } of bases) assert.match(rest.split('=')[1] ?? '', PINNED)
  const stages = recipe.filter(({ name }) => name === 'FROM').map(({ rest }) => rest)
  for (const stage of stages)
    assert.match(stage, /^(?:--platform=\S+ )?\$\{(?:NODE|BASE)_IMAGE\}(?: AS \w+)?$/)
  const node = bases.find(({ rest }) => rest.startsWith('NODE_IMAGE='))
  assert.match(node?.rest ?? '', new RegExp(`/node:${manifest.devDependencies.node}-`))
  assert.ok(recipe.some(({ name, rest }) => name === 'ARG' && rest === `VERSION=${VERSION}`))
})

test('the image runs as a user with a number, without npm, a compiler or a secret', () => {
  const value = (name: string) => lastStage.findLast((one) => one.name === name)?.rest
  assert.equal(value('USER'), '10001:10001')
  assert.equal(value('VOLUME'), '/data')
  assert.equal(value('STOPSIGNAL'), 'SIGTERM')
  assert.match(value('HEALTHCHECK') ?? '', /\/readyz/)
  for (const { name, rest } of lastStage) {
    if (name === 'RUN') assert.doesNotMatch(rest, /npm|gcc|g\+\+|make|curl|wget/)
    if (name === 'COPY') assert.match(rest, /^--from=(?:node|build) /)
  }
  for (const { name, rest } of recipe)
    if (name === 'ENV' || name === 'ARG') assert.doesNotMatch(rest, /secret|password|token|_URL/i)
})

test('the image starts the program with the flags of npm start, and declares every label', () => {
  const entry = JSON.parse(lastStage.find(({ name }) => name === 'ENTRYPOINT')?.rest ?? '[]')
  assert.equal(entry.join(' '), manifest.scripts.start.replace('src/', '/app/src/'))
  const labels = lastStage.find(({ name }) => name === 'LABEL')?.rest ?? ''
  for (const label of ['title', 'description', 'licenses', 'version', 'revision', 'created', 'base.name'])
    assert.ok(labels.includes(`org.opencontainers.image.${label}="`), label)
})

test('everything that the image is built from exists and is part of the build context', () => {
  const ignored = read('.dockerignore').split('\n')
  assert.ok(ignored.includes('*'))
  const included = ignored.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  for (const name of included) assert.ok(globSync(name, { cwd: ROOT }).length > 0, name)
  const copied = recipe.filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
  for (const source of copied.flatMap(({ rest }) => rest.split(' ').slice(0, -1))) {
    assert.ok(existsSync(path.join(ROOT, source)), source)
    assert.ok(source === '.' || included.includes(source), source)
  }
  const packed: string[] = manifest.files.filter((name: string) => !/^!|^dist$|\/dist$/.test(name))
  for (const name of packed)
    assert.ok(
      included.some((one) => name === one || name.startsWith(`${one}/`)),
      name,
    )
  for (const name of ['.env', 'data', 'node_modules', '.git']) assert.ok(!included.includes(name), name)
})

test('the services of compose.yaml have versions, no secrets, and ports of this machine alone', () => {
  assert.deepEqual(Object.keys(compose.services), ['formslot', 'postgres', 'mail'])
  const { formslot, postgres, mail } = compose.services
  assert.equal(formslot.image, `formslot:${VERSION}`)
  assert.ok(existsSync(path.join(ROOT, formslot.build.dockerfile)))
  for (const { image, ports = [] } of Object.values<{ image: string; ports?: string[] }>(compose.services)) {
    assert.match(image, PINNED)
    for (const port of ports) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/)
  }
  for (const service of [formslot, mail]) {
    assert.equal(service.read_only, true)
    assert.deepEqual(service.cap_drop, ['ALL'])
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'])
    assert.deepEqual(service.tmpfs, ['/tmp'])
  }
  assert.equal(formslot.profiles, undefined)
  assert.deepEqual(postgres.profiles, ['postgres'])
  assert.deepEqual(mail.profiles, ['mail'])
  assert.equal(postgres.environment.POSTGRES_PASSWORD, '$' + '{POSTGRES_PASSWORD:-}')
  assert.match(read('.gitignore'), /^\/\.env$/m)
})

test('the settings for the profiles in the guide are valid', () => {
  const section = guide.slice(guide.indexOf('\n## Containers'))
  const examples = [...section.matchAll(/^```ini\n# \.env\n([\s\S]+?)^```$/gm)].map(([, text = '']) => text)
  assert.equal(examples.length, 2)
  for (const example of examples) {
    const lines = example.trim().split('\n')
    const env = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    parseConfig({ ...env, FORMSLOT_HOST: '0.0.0.0' }, { isContainer: true })
    assert.ok(Object.hasOwn(compose.services, env.COMPOSE_PROFILES ?? ''), example)
  }
})

/** Reads the instructions of a Containerfile, with continued lines joined. */
function readInstructions(text: string): { name: string; rest: string }[] {
  return text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ name: line.slice(0, line.indexOf(' ')), rest: line.slice(line.indexOf(' ') + 1) }))
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
}
