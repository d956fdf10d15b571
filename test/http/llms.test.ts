import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from '../support/service.ts'

const run = promisify(execFile)
const EXAMPLE_ID = 'f_k3v9q2m7x4t8r5wz'
/** Values that differ from call to call; everything else must be as documented. */
const VOLATILE = ['claim_note', 'message', 'hint', 'request_id', 'expires_at', 'submission_id', 'form_id']

/** A command line of llms.txt as words, quotes taken off as a shell would. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )
}

function assertAsDocumented(real: unknown, documented: unknown, where: string): void {
  if (typeof documented !== 'object' || documented === null) {
    assert.deepEqual(real, documented, where)
    return
  }
  assert.ok(typeof real === 'object' && real !== null, where)
  assert.deepEqual(Object.keys(real), Object.keys(documented), where)
  for (const [name, value] of Object.entries(documented)) {
    const found: unknown = Reflect.get(real, name)
    if (VOLATILE.includes(name)) assert.equal(typeof found, typeof value, `${where}.${name}`)
    else assertAsDocumented(found, value, `${where}.${name}`)
  }
}

test('every command of llms.txt does what its documented answer says', async () => {
  await using service = await startService()
  const text = (await service.get('/llms.txt')).text
  const blocks = [...text.matchAll(/```sh\n(curl [^\n]+)\n```\n(?:```json\n([^\n]+)\n```)?/g)]
  assert.ok(blocks.length >= 7, 'the commands were found')
  let formId = EXAMPLE_ID
  for (const [, command = '', documented = ''] of blocks) {
    assert.ok(documented, `an answer stands behind: ${command}`)
    const [program = '', ...words] = wordsOf(command.replaceAll(EXAMPLE_ID, formId))
    const { stdout } = await run(program, ['-s', ...words])
    const answer = JSON.parse(stdout)
    assertAsDocumented(
      answer,
      JSON.parse(documented.replaceAll(EXAMPLE_ID, answer.form_id ?? formId)),
      command,
    )
    if (answer.form_id) formId = answer.form_id
    service.pass({ seconds: 2 })
  }
})

test('llms.txt speaks of this instance, stays short, and is cached by its ETag', async () => {
  await using service = await startService()
  const answer = await service.get('/llms.txt')
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.ok(Buffer.byteLength(answer.text) <= 8192, `${Buffer.byteLength(answer.text)} bytes`)
  assert.match(answer.text, /^# Formslot\n\n> /)
  assert.match(answer.text, /^## Instructions for agents$/m)
  for (const [address] of answer.text.matchAll(/https?:\/\/[^\s)"'<]+/g)) {
    assert.ok(address.startsWith(service.base), address)
  }
  const etag = answer.headers.get('etag') ?? ''
  assert.equal((await service.get('/llms.txt', { 'if-none-match': etag })).status, 304)
})
