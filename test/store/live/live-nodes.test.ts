import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLiveNodes } from '../../../src/store/live/live-nodes.ts'
import { accountChanged, type Notification } from '../../../src/store/live/notifications.ts'

test('reads what other nodes send only while somebody subscribes', () => {
  const read: Notification[] = []
  let deliver: (text: string) => void = () => assert.fail('it does not listen')
  let subscribed = false
  createLiveNodes({
    broadcast: {
      async send() {},
      listen: ({ onText }) => {
        deliver = onText
      },
    },
    node: 'one',
    roundMs: 1,
    hasSubscribers: () => subscribed,
    onNotification: (notification) => read.push(notification),
    onConnected() {},
    onFault: assert.fail,
  })
  const text = `other ${JSON.stringify([accountChanged(7)])}`
  deliver(text)
  assert.deepEqual(read, [])
  subscribed = true
  deliver(text)
  assert.deepEqual(read, [accountChanged(7)])
})
