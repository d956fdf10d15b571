import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { openCommandLine } from '../support/client/command-line.ts'
import { startOtherServer } from '../support/client/other-server.ts'
import { codeIn, signIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

function toLines(...messages: object[]): string {
  return messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
}

/** The responses of the bridge by the id of their request. */
function readLines(text: string) {
  const messages = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return new Map(messages.map((message) => [message.id, message]))
}

test('mcp connects a host of the older specification with the instance', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const stdin = toLines(
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'host', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: { name: 'create_form_endpoint', arguments: { recipient: ADA } } },
    { id: 4, method: 'tools/call', params: { name: 'nothing', arguments: {} } },
  )
  const ran = await cli.runWith({ stdin }, 'mcp')
  assert.equal(ran.code, 0, ran.err)
  assert.equal(ran.err, '')
  const responses = readLines(ran.out)
  assert.equal(responses.size, 4, 'a notification has no response')
  assert.equal(responses.get(1).result.protocolVersion, '2025-11-25')
  assert.ok(responses.get(2).result.tools.length >= 6)
  assert.match(responses.get(3).result.structuredContent.form_id, /^f_/)
  assert.ok(responses.get(4).error ?? responses.get(4).result.isError)
})

test('mcp connects a host of the current specification, with the key of login', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const { endpoint } = await signIn(service)
  await cli.run('login', '--email', ADA)
  await cli.run('login', '--email', ADA, '--code', await codeIn(service))
  const stdin = toLines(
    { id: 'a', method: 'server/discover', params: { _meta: META } },
    {
      id: 'b',
      method: 'tools/call',
      params: { name: 'check_endpoint', arguments: { id: endpoint.form_id }, _meta: META },
    },
    { id: 'c', method: 'tools/call', params: { name: 'list_submissions', arguments: {}, _meta: META } },
    { id: 'd', method: 'tools/call', params: { name: 'größe', arguments: {}, _meta: META } },
  )
  const ran = await cli.runWith({ stdin }, 'mcp')
  const responses = readLines(ran.out)
  assert.ok(responses.get('a').result, JSON.stringify(responses.get('a')))
  assert.equal(responses.get('b').result.structuredContent.exists, true)
  assert.equal(responses.get('c').result.structuredContent.data.length, 1)
  assert.ok(responses.get('d').error ?? responses.get('d').result.isError)
})

test('mcp answers with an error when the instance cannot be reached, and goes on', async () => {
  await using cli = await openCommandLine({ base: 'http://127.0.0.1:9' })
  const stdin = `no JSON\n\n${toLines({ id: 1, method: 'tools/list' }, { method: 'notifications/x' }, { id: 2, method: 'ping' })}`
  const ran = await cli.runWith({ stdin }, 'mcp')
  assert.equal(ran.code, 0)
  const responses = readLines(ran.out)
  assert.match(responses.get(1).error.message, /cannot be reached/)
  assert.match(responses.get(2).error.message, /cannot be reached/)
  assert.equal(responses.size, 2)
  assert.match(ran.err, /not JSON/)
})

/** An instance that publishes this skill with this digest. */
function publishSkill(skill: string, index: object) {
  return startOtherServer((request, response) => {
    const isIndex = request.url === '/.well-known/agent-skills/index.json'
    response.setHeader('content-type', isIndex ? 'application/json' : 'text/markdown')
    response.end(isIndex ? JSON.stringify({ skills: [index] }) : skill)
  })
}

test('skill install writes the published bytes, and nothing when a byte differs', async () => {
  const skill = '---\nname: formslot\ndescription: Forms\n---\nCreate once.\n'
  const digest = `sha256:${createHash('sha256').update(skill).digest('hex')}`
  await using cli = await openCommandLine()
  const entry = { name: 'formslot', type: 'skill-md', url: '/skill.md', digest }
  await using server = await publishSkill(skill, entry)
  const installed = await cli.run('skill', 'install', '--base', server.base)
  assert.equal(installed.code, 0, installed.err)
  assert.equal(await readFile(path.join(cli.project, '.agents/skills/formslot/SKILL.md'), 'utf8'), skill)
  await mkdir(path.join(cli.project, '.claude'))
  await cli.run('skill', 'install', '--base', server.base)
  assert.equal(await readFile(path.join(cli.project, '.claude/skills/formslot/SKILL.md'), 'utf8'), skill)

  const wrong = [
    { ...entry, digest: digest.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
    { ...entry, name: '../../escape' },
    { ...entry, url: 'http://127.0.0.1:9/skill.md' },
  ]
  for (const [index, each] of wrong.entries()) {
    await using other = await publishSkill(skill, each)
    const refused = await cli.run('skill', 'install', '--base', other.base, '--folder', `skills-${index}`)
    assert.equal(refused.code, 1, JSON.stringify(each))
    assert.ok(!existsSync(path.join(cli.project, `skills-${index}`)))
  }
  assert.equal((await cli.run('skill', 'remove', '--base', server.base)).code, 2)
})

test('skill install installs exactly the bytes that the instance serves', async () => {
  await using service = await startService()
  await using cli = await openCommandLine({ base: service.base })
  const installed = await cli.run('skill', 'install', '--folder', 'skills')
  assert.equal(installed.code, 0, installed.err)
  const { text } = await service.get('/skill.md')
  assert.equal(await readFile(path.join(cli.project, 'skills/formslot/SKILL.md'), 'utf8'), text)
})

test('a command of the server says where it belongs, and runs nothing', async () => {
  await using cli = await openCommandLine()
  const ran = await cli.run('doctor', '--json')
  assert.equal(ran.code, 2)
  assert.match(
    ran.err,
    /^doctor is a command of the server, .* run formslot-server doctor; .* npm start -- doctor\.$/m,
  )
})
