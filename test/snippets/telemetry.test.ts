import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { telemetryPrompt } from '../../src/snippets/telemetry/agent-prompt.ts'
import { telemetrySnippets } from '../../src/snippets/telemetry/all-snippets.ts'
import { telemetryCurl } from '../../src/snippets/telemetry/curl.ts'
import { telemetryFetch } from '../../src/snippets/telemetry/fetch.ts'
import { cronSnippet, githubActionsSnippet, systemdSnippet } from '../../src/snippets/telemetry/heartbeat.ts'
import { newTelemetryCommand } from '../../src/snippets/telemetry/new-telemetry.ts'
import { openTelemetryJs } from '../../src/snippets/telemetry/opentelemetry.ts'
import { pageSnippet } from '../../src/snippets/telemetry/page.ts'
import { plausibleSnippet } from '../../src/snippets/telemetry/plausible.ts'
import { readingSnippet } from '../../src/snippets/telemetry/reading.ts'
import { umamiSnippet } from '../../src/snippets/telemetry/umami.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { serveFolder } from '../support/browser/folder-site.ts'
import { ADA, startService, type TestService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'
import { openProject, VITE } from '../support/snippets/project.ts'

const run = promisify(execFile)

/** Runs a pasted command in a terminal; returns its output. */
async function paste(code: string): Promise<Record<string, unknown>> {
  return JSON.parse((await run('sh', ['-c', code.replace('curl ', 'curl --silent ')])).stdout)
}

/** Creates a telemetry endpoint as documented, and reads what it received, oldest first. */
async function openTelemetry(service: TestService) {
  const made = await paste(newTelemetryCommand({ base: service.base, recipient: ADA }))
  const telemetryUrl = String(made.telemetry_url)
  const readKey = String(made.read_key)
  return {
    telemetryUrl,
    async received(): Promise<[name: string, props: object][]> {
      const { data } = await paste(readingSnippet({ telemetryUrl, readKey }))
      return Object(data)
        .map(({ name, props }: { name: string; props: object }) => [name, props])
        .toReversed()
    },
  }
}

test('the commands create an endpoint, send an event, and read it', async () => {
  await using service = await startService()
  const { telemetryUrl, received } = await openTelemetry(service)
  const { code } = telemetryCurl({ telemetryUrl })
  assert.deepEqual(await paste(code), { ok: true, accepted: 1 })
  assert.deepEqual(await received(), [['signup', { plan: 'pro' }]])
  service.pass({ days: 31 })
  await assert.rejects(paste(code), { code: 22 })
})

test('the dry run in the agent prompt works and counts nothing', async () => {
  await using service = await startService()
  const { telemetryUrl, received } = await openTelemetry(service)
  const { code } = telemetryPrompt({ telemetryUrl })
  const answer = await paste(/^curl .*$/m.exec(code)?.[0] ?? '')
  assert.deepEqual([answer.would_succeed, answer.would_accept], [true, 1])
  assert.deepEqual(await received(), [])
  assert.equal((await service.get(code.trim().split(' ').at(-1) ?? '')).status, 200)
})

test('the lines for scheduled jobs send an event once the job has succeeded', async () => {
  await using service = await startService()
  const { telemetryUrl, received } = await openTelemetry(service)
  const [, cron = ''] = cronSnippet({ telemetryUrl }).code.split('* * * ')
  await run('sh', ['-c', cron.replace('/usr/local/bin/backup', 'true')])
  await assert.rejects(run('sh', ['-c', cron.replace('/usr/local/bin/backup', 'false')]))
  const [, unit = ''] = systemdSnippet({ telemetryUrl }).code.split('ExecStartPost=')
  await run('sh', ['-c', unit])
  const [, , step = ''] = githubActionsSnippet({ telemetryUrl }).code.split('- run: ')
  await run('sh', ['-c', step])
  assert.deepEqual(
    (await received()).map(([name]) => name),
    ['backup_done', 'backup_done', 'nightly_done'],
  )
})

test('the fetch, OpenTelemetry and Umami snippets send events', async () => {
  await using service = await startService()
  const { telemetryUrl, received } = await openTelemetry(service)
  for (const write of [telemetryFetch, openTelemetryJs, umamiSnippet]) {
    const { fileName, code, usage } = write({ telemetryUrl })
    await using project = await openProject('ours', {
      'package.json': '{"type":"module"}',
      [fileName ?? '']: code,
      'main.js': usage ?? '',
    })
    await project.run(['node', 'main.js'])
    const [name, props] = (await received()).at(-1) ?? []
    assert.deepEqual([name, Object(props).plan], ['signup', 'pro'], fileName ?? '')
  }
  assert.equal((await received()).length, 3)
})

test("the page snippets send views and actions, with plain script and with Plausible's tracker", {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const { telemetryUrl, received } = await openTelemetry(service)
  const plain = pageSnippet({ telemetryUrl })
  const plausible = plausibleSnippet({ telemetryUrl })
  // By default the client sends no events from localhost.
  const local = plausible.code.replace('init({', 'init({ captureOnLocalhost: true,')
  await using project = await openProject('ours', {
    'index.html': `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="main.js"></script></html>`,
    'public/plain.html': `<!doctype html><html lang="en"><title>Shop</title>${plain.code}${plain.usage}</html>`,
    'track.js': local,
    'main.js': plausible.usage ?? '',
  })
  await project.run(VITE)
  await using site = await serveFolder(path.join(project.folder, 'dist'))
  await using browser = await openBrowser(service, site.origin)
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${site.origin}/plain.html?secret=1`)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await until(async () => (await received()).length === 2)
  assert.deepEqual(
    (await received()).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    [
      ['pageview', {}],
      ['signup', { plan: 'pro' }],
    ],
  )
  await page.goto(site.origin)
  await until(async () => (await received()).filter(([name]) => name === 'signup').length === 2)
})

test('every snippet contains the endpoint and has its own title', () => {
  const telemetryUrl = 'https://forms.ada.dev/below/t/t_0123456789abcdef'
  const snippets = telemetrySnippets({ telemetryUrl })
  assert.equal(new Set(snippets.map(({ title }) => title)).size, snippets.length)
  for (const { title, code, usage } of snippets) {
    assert.ok(code.includes(telemetryUrl), title)
    assert.match(code, /\S\n$/, title)
    assert.match(usage ?? 'none\n', /\S\n$/, title)
  }
  const prompt = snippets.at(-1)?.code ?? ''
  assert.match(prompt, / https:\/\/forms\.ada\.dev\/below\/llms\.txt\n$/)
})
