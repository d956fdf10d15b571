import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAlarm } from '../../src/runtime/alarm.ts'

const LONG_MS = 2 ** 30

test('an alarm ends the pause that is in progress, and only that one', async () => {
  const alarm = createAlarm()
  const pause = alarm.wait(LONG_MS)
  alarm.ring()
  await pause
  let ended = false
  const next = alarm.wait(LONG_MS).then(() => {
    ended = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(ended, false)
  alarm.ring()
  await next
})

test('an alarm that rings while a worker works ends its next pause at once', async () => {
  const alarm = createAlarm()
  alarm.ring()
  await alarm.wait(LONG_MS)
})
