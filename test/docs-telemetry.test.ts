import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from './support/service.ts'

const run = promisify(execFile)
const TEXT = readFileSync(path.resolve(import.meta.dirname, '../docs/telemetry.md'), 'utf8')

test('the commands of the page about telemetry do what it says', async () => {
  await using service = await startService()
  const commands = [...TEXT.matchAll(/^curl (.*)$/gm)].map(([, words = '']) => words)
  assert.equal(commands.length, 7)
  const known = { TELEMETRY_URL: '', READ_KEY: '' }
  const answers: Record<string, unknown>[] = []
  for (const command of commands) {
    const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
      (match) => match[1] ?? match[2] ?? match[3] ?? '',
    )
    const real = words.map((word) =>
      word
        .replace('http://127.0.0.1:8080', service.base)
        .replace('TELEMETRY_URL', known.TELEMETRY_URL)
        .replace('READ_KEY', known.READ_KEY),
    )
    const answer = JSON.parse((await run('curl', ['-s', ...real])).stdout)
    assert.equal(answer.error, undefined, command)
    known.TELEMETRY_URL ||= answer.telemetry_url
    known.READ_KEY ||= answer.read_key
    answers.push(answer)
  }
  const [, one, two, form, events, stats, props] = answers.map((answer) => Object(answer))
  assert.deepEqual([one.accepted, two.accepted, form.accepted], [1, 2, 1])
  assert.deepEqual([events.data.length, props.data.length], [2, 1])
  assert.equal(
    stats.data.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    4,
  )
})
