import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH } from '../../src/domain/idempotency-key.ts'
import { RESERVED_NAMES } from '../../src/domain/submissions/fields.ts'
import { agentPrompt } from '../../src/snippets/agent-prompt.ts'
import { curlSnippet } from '../../src/snippets/curl.ts'
import { newEndpointCommand } from '../../src/snippets/new-endpoint.ts'
import { shellWord } from '../../src/snippets/quoting.ts'
import { startService } from '../support/service/service.ts'
import { openArrivals } from '../support/snippets/arrivals.ts'

const run = promisify(execFile)

/** Runs a pasted command in a terminal; returns its output. */
async function paste(code: string): Promise<Record<string, unknown>> {
  return JSON.parse((await run('sh', ['-c', code.replace('curl ', 'curl --silent ')])).stdout)
}

test('the curl snippet submits, and fails when it is refused', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const { code } = curlSnippet({ endpointUrl: endpoint.endpoint_url })
  assert.equal((await paste(code)).ok, true)
  await using arrivals = await openArrivals(service)
  assert.deepEqual((await arrivals.since(0))[0]?.fields, [
    ['name', 'Jane Doe'],
    ['email', 'jane@example.org'],
    ['message', 'Hello from the shell!'],
  ])

  service.pass({ days: 31 })
  await assert.rejects(paste(code), (error: { code: number; stdout: string }) => {
    assert.equal(error.code, 22)
    assert.equal(JSON.parse(error.stdout).error, 'endpoint expired')
    return true
  })
})

test('the command for a new endpoint uses the address as written', async () => {
  await using service = await startService()
  const recipient = "o'hara+forms@lovelace.dev"
  const made = await paste(newEndpointCommand({ base: service.base, recipient }))
  await service.post(new URL(String(made.endpoint_url)).pathname, { form: { message: 'the first' } })
  await service.deliver()
  assert.equal((await service.emails()).at(-1)?.to?.[0]?.address, recipient)
})

test('the agent prompt states the rules of this service, and its dry run works', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const { code } = agentPrompt({ endpointUrl: endpoint.endpoint_url, honeypot: 'website' })
  const command = /^curl .*$/m.exec(code)?.[0] ?? ''
  const answer = await paste(command)
  assert.equal(answer.would_succeed, true)
  assert.deepEqual(answer.fields, { name: 'Jane Doe', email: 'jane@example.org', message: 'Hello!' })
  assert.equal((await service.get(endpoint.status_url)).json.claim_email_sent, false)

  for (const name of [...RESERVED_NAMES, '"website"']) assert.ok(code.includes(name), name)
  assert.ok(code.includes(`${MIN_KEY_LENGTH} to ${MAX_KEY_LENGTH} visible ASCII characters`))
  const pages = code.match(/http\S+\.(?:txt|md)/g) ?? []
  assert.equal(pages.length, 2)
  for (const page of pages) assert.equal((await service.get(page)).status, 200, page)
})

test('includes the path of a service below its host', () => {
  const { code } = agentPrompt({ endpointUrl: 'https://ada.dev/forms/f/f_0123456789abcdef' })
  assert.match(code, / https:\/\/ada\.dev\/forms\/llms\.txt\n/)
})

test('any address stays one word of the shell', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const word = text.replaceAll('\0', '')
      assert.equal((await run('sh', ['-c', `printf %s ${shellWord(word)}`])).stdout, word)
    }),
    { numRuns: 50 },
  )
})
