import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ADA, startService } from '../../support/service/service.ts'

const run = promisify(execFile)
const MAX_BYTES = 5 * 1024
const LONG_BASE = 'https://forms.department-of-analytical-engines.lovelace.dev'

test('the skill is valid, short, and about this instance', async () => {
  await using service = await startService()
  const skill = await service.get('/skill.md')
  assert.equal(skill.headers.get('content-type'), 'text/markdown; charset=utf-8')
  assert.ok(Buffer.byteLength(skill.text) <= MAX_BYTES, `${Buffer.byteLength(skill.text)} bytes`)
  // The front matter as the Agent Skills specification wants it: a name as in the index, one line of description.
  const [, name = '', description = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(skill.text) ?? []
  assert.match(name, /^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  assert.ok(description.length > 50 && description.length <= 1024)
  assert.doesNotMatch(description, /[:#'"]/, 'YAML reads it as it is')
  const addresses = [...skill.text.matchAll(/https?:\/\/[^\s)"'`<]+/g)].map(([address]) => address)
  assert.deepEqual(
    addresses.filter((address) => !address.startsWith(service.base)),
    [],
  )

  await using other = await startService({ env: { FORMSLOT_BASE_URL: LONG_BASE } })
  const long = await (await fetch(`http://127.0.0.1:${other.port}/skill.md`)).text()
  assert.ok(Buffer.byteLength(long) <= MAX_BYTES, `${Buffer.byteLength(long)} bytes`)
  assert.ok(long.includes(`curl ${LONG_BASE}/new`))
})

for (const folder of ['agent-skills', 'skills']) {
  test(`the index at /.well-known/${folder} names the digest of the bytes that are served`, async () => {
    await using service = await startService()
    const index = await service.get(`/.well-known/${folder}/index.json`)
    assert.equal(index.json.$schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    const [skill] = index.json.skills as Record<string, string>[]
    const bytes = await (
      await fetch(new URL(skill?.url ?? '', `${service.base}/.well-known/${folder}/index.json`))
    ).bytes()
    assert.equal(skill?.digest, `sha256:${createHash('sha256').update(bytes).digest('hex')}`)
    const text = new TextDecoder().decode(bytes)
    assert.ok(text.includes(`\nname: ${skill?.name}\n`))
    assert.ok(text.includes(`\ndescription: ${skill?.description}\n`))
    assert.equal(skill?.type, 'skill-md')
  })
}

test('every command of the skill works, and sends nothing', async () => {
  await using service = await startService()
  const { text } = await service.get('/skill.md')
  const commands = [...text.matchAll(/```sh\n([\s\S]+?)\n *```/g)].flatMap(([, block = '']) =>
    block.split('\n'),
  )
  assert.equal(commands.length, 4)
  const env: Record<string, string> = { PATH: process.env.PATH ?? '', KEY: 'contact-form-1', RECIPIENT: ADA }
  for (const command of commands.slice(0, 3)) {
    const { stdout } = await run('bash', ['-c', command.replace('curl', 'curl -s')], { env })
    const answer = JSON.parse(stdout)
    env.ENDPOINT_URL ??= answer.endpoint_url
    assert.equal(answer.error, undefined, command)
    if (answer.dry_run) assert.deepEqual([answer.would_succeed, answer.warnings], [true, []])
    if (answer.exists) assert.deepEqual([answer.active, answer.claim_email_sent], [true, false])
  }
  await service.deliver()
  assert.deepEqual(service.receivedEmails, [])
  assert.match(
    commands[3] ?? '',
    /\/api\/v1\/submissions\?limit=20" -H "Authorization: Bearer \$ACCOUNT_KEY"$/,
  )
})
