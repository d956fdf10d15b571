import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createApiKey } from '../support/docs/guide.ts'
import { listPages } from '../support/docs/pages.ts'
import { startService } from '../support/service/service.ts'

const run = promisify(execFile)
/** More than the largest document, /openapi.json. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024
const CONCURRENT_COMMANDS = 8
/** Refusals of a request that does not reach its operation, or whose body has the wrong form. */
const MISDIRECTED = [
  'not_found',
  'method_not_allowed',
  'unsupported_media_type',
  'body_unparsable',
  'request_malformed',
  'value_invalid',
  'message_invalid',
  'event_invalid',
  'field_invalid',
  'fields_missing',
  'recipient_missing',
  'key_missing',
  'key_invalid',
  'not_signed_in',
  'scope_missing',
  'session_needed',
]

test('example commands of the reference reach their operations in the right form', async () => {
  await using service = await startService({
    env: {
      FORMSLOT_SUBMIT_RATE: '0',
      FORMSLOT_CREATE_SPACING_MS: '0',
      FORMSLOT_SECURITY_CONTACT: 'security@acme.org',
    },
  })
  const ACCOUNT_KEY = await createApiKey(service)
  const env = {
    PATH: process.env.PATH,
    ACCOUNT_KEY,
    API_KEY: ACCOUNT_KEY,
    READ_KEY: ACCOUNT_KEY,
    ID: 'x',
    MESSAGE: 'x',
  }
  let ran = 0
  const commands = [...(await listPages(service))]
    .filter(([path]) => path.startsWith('/docs/api/'))
    .flatMap(([, page]) => [
      ...page.matchAll(/<figcaption><span>Example<\/span>[\s\S]*?<pre[^>]*><code>([\s\S]*?)<\/code>/g),
    ])
    .map(([, code = '']) =>
      decodeEntities(code.replaceAll('<wbr>', '')).replace(/^curl/, 'curl --silent --max-time 2'),
    )
  const runCommand = async (command: string) => {
    const { stdout } = await run('bash', ['-c', `${command} || true`], { env, maxBuffer: MAX_OUTPUT_BYTES })
    const found = /"code":"(\w+)"/.exec(stdout)?.[1]
    assert.ok(found === undefined || !MISDIRECTED.includes(found), `${command}\n${stdout}`)
  }
  // Some follow a stream until their time is up, so they wait at the same time.
  while (commands.length > 0) {
    const several = commands.splice(0, CONCURRENT_COMMANDS)
    await Promise.all(several.map(runCommand))
    ran += several.length
  }
  assert.ok(ran > 60, `${ran} commands`)
})

function decodeEntities(text: string): string {
  const characters: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  }
  return text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => characters[entity] ?? '')
}
