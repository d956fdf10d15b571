import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { shareRead } from '../../src/runtime/shared-read.ts'

test('a read that hangs is not repeated and is waited for as long as is allowed, by each who asks', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const source = hangingSource()
    const read = shareRead(source.read, 5000)
    const first = read()
    mock.timers.tick(4999)
    const second = read()
    mock.timers.tick(1)
    assert.equal(await first, null)
    assert.equal(source.reads(), 1)
    source.answer('late')
    assert.equal(await second, 'late')
    const next = read()
    source.answer('fresh')
    assert.equal(await next, 'fresh')
    assert.equal(source.reads(), 2)
  } finally {
    mock.timers.reset()
  }
})

test('a failure reaches all who wait, and the next one reads again', async () => {
  const source = hangingSource()
  const read = shareRead(source.read, 5000)
  const both = [read(), read()]
  source.fail(new Error('gone'))
  for (const each of both) await assert.rejects(each, /gone/)
  const next = read()
  source.answer('back')
  assert.equal(await next, 'back')
})

function hangingSource() {
  let reads = 0
  let waiting = Promise.withResolvers<string>()
  return {
    read() {
      reads += 1
      waiting = Promise.withResolvers()
      return waiting.promise
    },
    reads: () => reads,
    answer: (text: string) => waiting.resolve(text),
    fail: (error: Error) => waiting.reject(error),
  }
}
