import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type Translated, translateExample } from '../../src/http/pages/docs/example-languages.ts'
import { startService } from '../support/service/service.ts'

const run = promisify(execFile)
const DOCS = path.resolve(import.meta.dirname, '../../docs')
const WRITTEN_BASE = 'http://127.0.0.1:8080'
const FENCE = /^( *)```sh[^\n]*\n([\s\S]+?)^\1```$/gm
const PYTHON_MISSING = await run('python3', ['-c', 'import requests']).then(
  () => false,
  () => 'python3-requests is not installed',
)

type Example = { place: string; command: string; translated: readonly Translated[] }

/** Examples of the guides that are translated. */
function readGuides(): Example[] {
  return globSync('*.md', { cwd: DOCS }).flatMap((file) =>
    Array.from(readFileSync(path.join(DOCS, file), 'utf8').matchAll(FENCE), ([, indent = '', code = '']) => {
      const command = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      return { place: file, command, translated: translateExample(command) }
    }).filter(({ translated }) => translated.length > 0),
  )
}

/** Examples of the reference that are translated; `base` is the address of the service in them. */
async function readReference(): Promise<{ base: string; examples: Example[]; left: string[] }> {
  await using service = await startService()
  const index = (await service.get('/docs/api.md')).text
  const pages = [...new Set(Array.from(index.matchAll(/\/docs\/api\/[\w-]+/g), ([page]) => page))]
  const texts = await Promise.all(pages.map(async (page) => (await service.get(`${page}.md`)).text))
  const commands = texts.flatMap((text) => Array.from(text.matchAll(FENCE), ([, , code = '']) => code))
  const examples = commands.map((command) => ({
    place: 'reference',
    command,
    translated: translateExample(command),
  }))
  return {
    base: service.base,
    examples: examples.filter(({ translated }) => translated.length > 0),
    left: examples.filter(({ translated }) => translated.length === 0).map(({ command }) => command),
  }
}

/** A server that keeps what was asked of it, and answers with an empty object. */
async function startRecorder() {
  const asked: object[] = []
  const server = createServer(async (request, response) => {
    asked.push(await describe(request))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => asked.splice(0),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function describe(request: IncomingMessage): Promise<object> {
  const { method, url, headers } = request
  const body = (await request.toArray()).join('')
  const [type] = (headers['content-type'] ?? '').split(';')
  return {
    method,
    url,
    authorization: headers.authorization,
    key: headers['idempotency-key'],
    type,
    body: body === '' ? null : type === 'application/json' ? JSON.parse(body) : toPairs(type, body),
  }
}

function toPairs(type: string | undefined, body: string) {
  return type === 'application/x-www-form-urlencoded' ? [...new URLSearchParams(body)] : body
}

/** Names of variables of the shell in the examples, with the value that each has. */
function listVariables(examples: readonly Example[], base: string): [name: string, value: string][] {
  const names = new Set(
    examples.flatMap(({ command }) => Array.from(command.matchAll(/\$([A-Z_]+)/g), ([, name = '']) => name)),
  )
  return Array.from(names, (name): [string, string] => [
    name,
    name.endsWith('_URL') ? `${base}/${name.toLowerCase()}` : name,
  ])
}

test('every translated example makes the same requests as its command, in both languages', {
  skip: PYTHON_MISSING,
}, async () => {
  await using recorder = await startRecorder()
  const { base } = recorder
  const reference = await readReference()
  const examples = [...readGuides(), ...reference.examples]
  assert.ok(examples.length > 100, `${examples.length} examples`)
  const variables = listVariables(examples, base)
  const here = (text: string) => text.replaceAll(WRITTEN_BASE, base).replaceAll(reference.base, base)
  const filled = (text: string) =>
    variables.reduce(
      (filled, [name, value]) => (name.endsWith('_URL') ? filled.replaceAll(name, value) : filled),
      here(text),
    )
  const env = { ...Object.fromEntries(variables), PATH: process.env.PATH ?? '' }
  const textsIn = (language: Translated['language']) =>
    examples.map(({ translated }) => filled(translated.find((one) => one.language === language)?.text ?? ''))

  const commands = examples.map(({ command }) => here(command).replaceAll(/^curl /gm, 'curl --silent '))
  await run('bash', ['-c', commands.join('\n')], { env })
  const asked = recorder.take()
  assert.ok(asked.length >= examples.length)
  const scripts = textsIn('JavaScript').map((text) => `{\n${text}\n}`)
  await run(process.execPath, ['--input-type=module', '-e', scripts.join('\n')])
  assert.deepEqual(recorder.take(), asked)
  await run('python3', ['-c', textsIn('Python').join('\n\n')])
  assert.deepEqual(recorder.take(), asked)
})

test('commands that do more than make a request stay as they are', () => {
  for (const command of [
    'curl https://forms.dev/x | gpg',
    'curl -o file https://forms.dev/x',
    'curl --data-binary @file https://forms.dev/x',
    'curl https://forms.dev/x > file',
    'curl "https://forms.dev/$(id)"',
    'curl https://forms.dev/x; ls',
    'curl https://forms.dev/x &',
    'curl -d message=Hello',
    'curl https://forms.dev/a https://forms.dev/b',
    'npm start',
    'curl https://forms.dev/x\nnpm start',
    '',
  ])
    assert.deepEqual(translateExample(command), [], command)
})

test('quotes are read as a shell reads them, and written as each language reads them', () => {
  const [script, python] = translateExample(
    `curl -X PUT -H 'If: it'\\''s' -d "say=\\"\\\\\\"" -d 'path=C:\\new' https://forms.dev/$FORM_ID`,
  )
  assert.match(script?.text ?? '', /'https:\/\/forms\.dev\/FORM_ID'/)
  assert.match(script?.text ?? '', /say: '"\\\\"'/)
  assert.match(script?.text ?? '', /path: 'C:\\\\new'/)
  assert.match(python?.text ?? '', /requests\.put\(/)
  assert.match(python?.text ?? '', /\('path', 'C:\\\\new'\)/)
})
