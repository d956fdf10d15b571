import assert from 'node:assert/strict'
import { test } from 'node:test'
import { becomeOwner, openGuide } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

test('the commands of the page for agents create once, verify, and read what arrived', async () => {
  await using service = await startService()
  const guide = await openGuide('agents.md', service.base)
  const { env } = guide
  const commands = guide.commands()
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
