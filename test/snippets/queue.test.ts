import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { MAX_DELIVERIES, MAX_MESSAGE_BYTES } from '../../src/domain/queues/queue.ts'
import { queuePrompt } from '../../src/snippets/queue/agent-prompt.ts'
import { cloudflareScript } from '../../src/snippets/queue/cloudflare.ts'
import { acknowledgeCurl, publishCurl, pullCurl, tryKeyCommand } from '../../src/snippets/queue/curl.ts'
import { newQueueCommand } from '../../src/snippets/queue/new-queue.ts'
import { publishScript } from '../../src/snippets/queue/publish.ts'
import { workerScript } from '../../src/snippets/queue/worker.ts'
import { ADA, startService, type TestService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'

const run = promisify(execFile)
const PACKAGES = path.join(import.meta.dirname, '../../node_modules')

type Queue = { queueUrl: string; key: string }

async function makeQueue(service: TestService): Promise<Queue> {
  const { queue_url, api_key } = (await service.post('/q/new', { form: { recipient: ADA } })).json
  return { queueUrl: String(queue_url), key: String(api_key) }
}

/** Runs a pasted command in a terminal; returns its output. */
async function paste(code: string, key: string): Promise<Record<string, unknown>> {
  const { stdout } = await run('sh', ['-c', code.replace('curl ', 'curl --silent ')], {
    env: { ...process.env, QUEUE_KEY: key },
  })
  return JSON.parse(stdout)
}

async function getState({ queueUrl, key }: Queue): Promise<{ backlog_count: number; dead_count: number }> {
  return Object(await paste(tryKeyCommand({ queueUrl, apiKey: key }), key))
}

/** A folder with these files, in which the packages of this project are found. */
async function openFolder(files: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-snippet-'))
  await symlink(PACKAGES, path.join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('the curl snippets publish, pull and acknowledge, and fail when they are refused', async () => {
  await using service = await startService()
  const queue = await makeQueue(service)
  assert.equal((await paste(publishCurl(queue).code, queue.key)).ok, true)
  assert.equal((await getState(queue)).backlog_count, 1)
  const [message] = Object((await paste(pullCurl(queue).code, queue.key)).messages)
  assert.deepEqual(message.body, { order: 118 })
  const acknowledge = acknowledgeCurl(queue).code.replace('LEASE_ID_OF_THE_PULL', message.lease_id)
  assert.equal((await paste(acknowledge, queue.key)).ackCount, 1)
  assert.equal((await getState(queue)).backlog_count, 0)
  await assert.rejects(paste(publishCurl(queue).code, 'qk_wrong'), { code: 22 })
})

test('the command for a new queue uses the address as written', async () => {
  await using service = await startService()
  const recipient = "o'hara+work@lovelace.dev"
  const made = await paste(newQueueCommand({ base: service.base, recipient }), '')
  const queue = { queueUrl: String(made.queue_url), key: String(made.api_key) }
  await paste(publishCurl(queue).code, queue.key)
  await service.deliver()
  assert.equal((await service.emails()).at(-1)?.to?.[0]?.address, recipient)
})

test('the publisher script publishes a message once, and explains a refusal', async () => {
  await using service = await startService()
  const queue = await makeQueue(service)
  const { fileName, code, usage } = publishScript(queue)
  const twice = `${usage}await publish({ order: 119 }, 'order-119')\nawait publish({ order: 119 }, 'order-119')\n`
  await using site = await openFolder({ [fileName ?? '']: code, 'shop.mjs': twice })
  const publish = (key: string) =>
    run(process.execPath, ['shop.mjs'], { cwd: site.folder, env: { ...process.env, QUEUE_KEY: key } })
  await publish(queue.key)
  assert.equal((await getState(queue)).backlog_count, 2)
  await assert.rejects(publish('qk_wrong'), /401/)
})

test('the worker waits for messages, acknowledges processed ones, and retries failed ones', async () => {
  await using service = await startService()
  const queue = await makeQueue(service)
  const { fileName, code } = workerScript(queue)
  // The one line that everybody changes.
  const failing = code.replace(
    'console.log(message.id, message.body)',
    `if (message.body.order === 13) throw new Error('no such order')
  console.log('done', message.body.order)`,
  )
  assert.notEqual(failing, code)
  await using site = await openFolder({ [fileName ?? '']: failing })
  await using worker = startWorker(site.folder, fileName ?? '', queue.key)
  const headers = { authorization: `Bearer ${queue.key}` }
  const { pathname } = new URL(queue.queueUrl)
  await service.post(pathname, { json: { order: 13 }, headers })
  for (let time = 1; time <= MAX_DELIVERIES; time += 1) {
    if (time > 1) service.pass({ minutes: 1 })
    // Acknowledged with the retry of order 13 or after it, so the clock moves only once that retry is stored.
    await service.post(pathname, { json: { order: 100 + time }, headers })
    await until(async () => {
      const { backlog_count, dead_count } = await getState(queue)
      return worker.countFailures() === time && backlog_count + dead_count === 1
    })
  }
  assert.match(worker.output(), /done 101\n/)
  const { backlog_count, dead_count } = await getState(queue)
  assert.deepEqual({ backlog_count, dead_count }, { backlog_count: 0, dead_count: 1 })
  worker.process.kill('SIGTERM')
  await service.post(pathname, { json: { order: 14 }, headers })
  assert.deepEqual(await once(worker.process, 'exit'), [0, null])
})

/** Starts the worker of a folder; it is killed when the test ends. */
function startWorker(folder: string, fileName: string, key: string) {
  const worker = spawn(process.execPath, [fileName], { cwd: folder, env: { ...process.env, QUEUE_KEY: key } })
  let output = ''
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (text) => (output += text))
  return {
    process: worker,
    output: () => output,
    countFailures: () => output.split('Error: no such order').length - 1,
    [Symbol.asyncDispose]: async () => void worker.kill('SIGKILL'),
  }
}

test("Cloudflare's SDK publishes and consumes as the snippet shows", async () => {
  await using service = await startService()
  const queue = await makeQueue(service)
  const { fileName, code } = cloudflareScript(queue)
  await using site = await openFolder({ [fileName ?? '']: code })
  const { stdout } = await run(process.execPath, [fileName ?? ''], {
    cwd: site.folder,
    env: { ...process.env, QUEUE_KEY: queue.key },
  })
  assert.match(stdout, /order: 118/)
  assert.equal((await getState(queue)).backlog_count, 0)
})

test('the agent prompt states the rules of queues, and its dry run works', async () => {
  await using service = await startService()
  const queue = await makeQueue(service)
  const { code } = queuePrompt(queue)
  const command = /^curl .*$/m.exec(code)?.[0] ?? ''
  assert.equal((await paste(command, queue.key)).would_enqueue, true)
  assert.equal((await getState(queue)).backlog_count, 0)
  assert.ok(code.includes(`at most ${MAX_MESSAGE_BYTES / 1024} KiB`))
  assert.equal(MAX_DELIVERIES, 4)
  assert.ok(code.includes('four times in total'))
  assert.equal((await service.get(code.trim().split(' ').at(-1) ?? '')).status, 200)
})
