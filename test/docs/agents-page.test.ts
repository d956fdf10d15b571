import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { becomeOwner, createApiKey, openGuide } from '../support/docs/guide.ts'
import { createTools } from '../support/fixtures/mcp.ts'
import { startService } from '../support/service/service.ts'

test('the commands of the page for agents create once, verify, and read what arrived', async () => {
  await using service = await startService()
  const guide = await openGuide('agents.md', service.base)
  const { env } = guide
  const commands = guide.commands().filter((command) => !/^(?:claude|npx) /.test(command))
  assert.equal(commands.length, 4)
  const run = async (command = '') => {
    const answer = JSON.parse(await guide.shell(command))
    assert.equal(answer.error, undefined, command)
    return answer
  }
  const [create, status, tryIt, list] = commands
  const created = await run(create)
  assert.equal((await run(create)).form_id, created.form_id, 'a second run creates no second endpoint')
  env.ENDPOINT_URL = created.endpoint_url
  assert.equal((await run(status)).active, true)
  assert.equal((await run(tryIt)).would_succeed, true)
  await service.post(created.endpoint_url, { form: { message: 'Hello' } })
  env.ACCOUNT_KEY = await becomeOwner(service)
  assert.equal((await run(list)).data.length, 2, 'the submissions of both forms of the account')
})

test('the prompt on the page for agents names the address that describes the API', async () => {
  await using service = await startService()
  const guide = await openGuide('agents.md', service.base)
  const [prompt = ''] = guide.blocks('text')
  assert.ok(prompt.includes('http://127.0.0.1:8080/llms.txt'))
  const page = await service.get('/docs/agents')
  assert.ok(page.text.includes(`${service.base}/llms.txt and create the endpoint`))
})

test('the command of the page for agents installs the skill of this instance', async () => {
  await using service = await startService()
  const guide = await openGuide('agents.md', service.base)
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-npx-'))
  try {
    // Stands in for npx; test/clients/skills.test.ts runs the client itself.
    await writeFile(path.join(folder, 'npx'), '#!/bin/sh\nprintf "%s " "$@"\n', { mode: 0o755 })
    guide.env.PATH = `${folder}:${guide.env.PATH}`
    const [command = ''] = guide.commands().filter((one) => one.startsWith('npx '))
    assert.equal(await guide.shell(command), `skills add ${service.base} `)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the commands of the page for agents connect Claude Code to MCP, without and with a key', async () => {
  await using service = await startService()
  const guide = await openGuide('agents.md', service.base)
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-claude-'))
  try {
    // Stands in for Claude Code, and shows what it was told.
    await writeFile(path.join(folder, 'claude'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    guide.env.PATH = `${folder}:${guide.env.PATH}`
    const key = await createApiKey(service)
    guide.env.ACCOUNT_KEY = key
    const commands = guide.commands().filter((command) => command.startsWith('claude '))
    const told = await Promise.all(
      commands.map(async (command) => (await guide.shell(command)).trim().split('\n')),
    )
    const add = ['mcp', 'add', '--transport', 'http']
    assert.deepEqual(told, [
      [...add, 'formslot', `${service.base}/mcp`],
      [...add, '--header', `Authorization: Bearer ${key}`, 'formslot-account', `${service.base}/mcp`],
    ])
    const tables = [...guide.text.matchAll(/^\| (`\w+`(?:, `\w+`)?) \|/gm)].map(([, names = '']) => names)
    const named = tables.flatMap((names) => names.replaceAll('`', '').split(', '))
    assert.deepEqual(named.toSorted(), await createTools(service, key).names())
    assert.deepEqual(named.slice(0, 6).toSorted(), await createTools(service).names())
  } finally {
    await rm(folder, { recursive: true })
  }
})
