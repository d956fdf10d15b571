import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { fillForm } from '../support/docs/guide.ts'
import { ADA, startService } from '../support/service/service.ts'

const run = promisify(execFile)
/** Accept of Claude Code. */
const AGENT = { accept: 'text/markdown, text/html, */*' }
const PLACEHOLDER = 'you@yourdomain.com'

/** Returns the code blocks of this language in a section of a Markdown text. */
function blocksIn(text: string, { section, language }: { section: string; language: string }): string[] {
  const [, rest = ''] = text.split(`\n## ${section}\n`)
  const [inside = ''] = rest.split(/\n## /)
  return [...inside.matchAll(/```(\w+)\n([\s\S]+?)\n```/g)].flatMap(([, found, code = '']) =>
    found === language ? [code] : [],
  )
}

async function shell(command: string): Promise<Record<string, unknown>> {
  const { stdout } = await run('bash', ['-c', command.replace(/^curl /, 'curl -s ')])
  return JSON.parse(stdout)
}

test('an agent that knows only the base address makes the form of a page work, by Markdown alone', async () => {
  await using service = await startService()
  const front = await service.get('/', AGENT)
  assert.match(front.headers.get('content-type') ?? '', /^text\/markdown/)
  const { text } = front

  // Copied as it stands, the command is refused, and says why.
  const [create = ''] = blocksIn(text, { section: 'Create', language: 'sh' })
  const refused = await shell(create)
  assert.equal(refused.code, 'recipient_placeholder')
  assert.match(String(refused.hint), /^Ask the user for their real email address/)
  const created = await shell(create.replace(PLACEHOLDER, ADA))
  const url = String(created.endpoint_url)

  // The form with its own address, in a page.
  const [form = ''] = blocksIn(text, { section: 'Submit', language: 'html' })
  const page = form.replace(/https?:\/\/[^"]+\/f\/[^"]+/, url)
  assert.notEqual(page, form)

  // Checked by status and dry run.
  const exampleUrl = /action="([^"]+)"/.exec(form)?.[1] ?? ''
  const checks = blocksIn(text, { section: 'Verify', language: 'sh' })
  assert.equal(checks.length, 2)
  const [status, dryRun] = await Promise.all(checks.map((check) => shell(check.replace(exampleUrl, url))))
  assert.deepEqual([status?.state, status?.active, status?.claim_email_sent], ['unclaimed', true, false])
  assert.deepEqual([dryRun?.would_succeed, dryRun?.warnings], [true, []])
  await service.deliver()
  assert.deepEqual(service.receivedEmails, [], 'the agent has sent nothing')

  // A visitor of the page.
  assert.equal((await fillForm(service, page)).json.ok, true)
  assert.match(await service.linkIn('claim'), /\/claim\//)
})

test('an agent that takes a wrong turn is led back by Markdown alone', async () => {
  await using service = await startService()
  const { endpoint_url, form_id } = await service.createEndpoint()
  for (const path of ['/new', '/doc', '/f/f_0000000000000000', `/f/${form_id}?email=a`, '/docs/form']) {
    const { status, text } = await service.get(path, AGENT)
    assert.ok(status >= 400, path)
    const links = [...text.matchAll(/https?:\/\/[^\s)]+/g)].map(([link]) => link)
    assert.ok(links.includes(`${service.base}/llms.txt`), path)
    for (const link of links) assert.equal((await service.get(link, AGENT)).status, 200, link)
    const [, code = ''] = /Code: `(\w+)`/.exec(text) ?? []
    const errors = await service.get('/docs/errors.md')
    assert.ok(errors.text.includes(`\n### \`${code}\`\n`), code)
  }
  // The address of the endpoint itself says how to use it.
  const { text } = await service.get(endpoint_url, AGENT)
  const [check = ''] = blocksIn(text, { section: 'Check without sending', language: 'sh' })
  assert.equal((await shell(check)).would_succeed, true)
  const [form = ''] = blocksIn(text, { section: 'In a page', language: 'html' })
  assert.ok(form.includes(`action="${endpoint_url}"`))
})
