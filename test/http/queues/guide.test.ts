import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from '../../support/service.ts'

const run = promisify(execFile)
const GUIDE = path.resolve(import.meta.dirname, '../../../docs/queues.md')

test('every command of the guide does what it says', async () => {
  await using service = await startService()
  const blocks = [...readFileSync(GUIDE, 'utf8').matchAll(/```sh\n([\s\S]+?)```/g)]
  const commands = blocks.flatMap(([, block = '']) => block.trim().split('\n'))
  const env: Record<string, string> = { PATH: process.env.PATH ?? '' }
  const answers: Record<string, unknown>[] = []
  for (const command of commands) {
    const here = command.replace('http://127.0.0.1:8080', service.base).replace(/^curl/, 'curl -s')
    const { stdout } = await run('bash', ['-c', here], { env })
    const answer = JSON.parse(stdout)
    assert.equal(answer.error, undefined, command)
    answers.push(answer)
    env.QUEUE_URL ??= answer.queue_url
    env.API_KEY ??= answer.api_key
    env.LEASE_ID = answer.messages?.[0]?.lease_id ?? env.LEASE_ID ?? ''
  }
  const [, , , , pulled, acked, , , , counted] = answers
  assert.deepEqual(
    Object(pulled).messages.map((message: { body: unknown }) => message.body),
    [{ order: 4711 }, 1, 2],
  )
  assert.deepEqual(acked, { ackCount: 1, retryCount: 0, warnings: {} })
  assert.equal(counted?.backlog_count, 3)
})
