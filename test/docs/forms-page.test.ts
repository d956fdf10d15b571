import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  MAX_BODY_BYTES,
  MAX_FIELDS,
  MAX_NAME_BYTES,
  MAX_VALUE_BYTES,
} from '../../src/domain/submissions/fields.ts'
import { SUBMIT_BURST } from '../../src/domain/submissions/submit-rate.ts'
import { becomeOwner, fillForm, openGuide } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

type Answer = Record<string, unknown>

test('every command and script of the forms page works', async () => {
  await using service = await startService()
  const guide = await openGuide('forms.md', service.base)
  const { env } = guide
  const answers = new Map<string, Answer>()
  const answerTo = (part: string) => [...answers].find(([command]) => command.includes(part))?.[1] ?? {}
  const commands = guide.commands()
  assert.equal(commands.length, 10)
  for (const command of commands) {
    if (command.includes('$ACCOUNT_KEY')) env.ACCOUNT_KEY ??= await becomeOwner(service)
    const output = await guide.shell(command)
    if (command.includes('/export')) {
      assert.match(output, /^"id",.*\r\n.*visitor@acme\.org/, command)
      continue
    }
    const answer = JSON.parse(output)
    assert.equal(answer.error, undefined, `${command} ${output}`)
    env.ENDPOINT_URL ??= answer.endpoint_url
    env.FORM_ID ??= answer.form_id
    answers.set(command, answer)
  }
  assert.match(String(answerTo('Idempotency-Key').submission_id), /^sub_/)
  assert.equal(answerTo('?dry_run=1').would_succeed, true)
  assert.equal(answerTo('/status').active, true)
  assert.equal(Object(answerTo('PATCH').settings).honeypot, 'fax')
  assert.equal(answerTo('/health').accepted, 2)
  assert.equal(listOf(answerTo('?endpoint=')).length, 2)
  assert.equal(listOf(answerTo('?q=from:')).length, 2)

  const [script = '', ...others] = guide.blocks('js')
  assert.deepEqual(others, [])
  const told = await guide.script(script.replace('ENDPOINT_URL', env.ENDPOINT_URL ?? ''))
  assert.match(told, /ok: true/)
})

test('the form of the forms page works once its address is filled in', async () => {
  await using service = await startService()
  const { endpoint_url } = await service.createEndpoint()
  const guide = await openGuide('forms.md', service.base)
  const [page = ''] = guide.blocks('html')
  assert.equal((await fillForm(service, page.replace('ENDPOINT_URL', endpoint_url))).json.ok, true)
  assert.match(await service.linkIn('claim'), /\/claim\//, 'it is no spam')
})

test('the limits on the forms page are those of the code', async () => {
  const { text } = await openGuide('forms.md', '')
  const kib = (bytes: number) => `${bytes / 1024} KiB`
  const size = `${MAX_FIELDS} fields and ${kib(MAX_BODY_BYTES)}; a name ${MAX_NAME_BYTES} bytes, a value ${kib(MAX_VALUE_BYTES)}`
  assert.ok(text.includes(size), size)
  assert.ok(text.includes(`30 submissions a minute to a form after a burst of ${SUBMIT_BURST}`))
})

function listOf(answer: Answer): unknown[] {
  return Array.isArray(answer.data) ? answer.data : []
}
