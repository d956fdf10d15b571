import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGuide } from '../support/docs/guide.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { listQueueCalls } from '../support/fixtures/queue.ts'
import { startService } from '../support/service/service.ts'
import { startReceiver } from '../support/web/receiver.ts'

type Answer = { error?: unknown; [name: string]: unknown }

test('every command and script of the queues page works', async () => {
  await using receiver = await startReceiver()
  await using service = await startService({ egressPorts: [receiver.port, 443] })
  const guide = await openGuide('queues.md', service.base)
  const { env } = guide
  const commands = guide.commands()
  assert.equal(commands.length, 19)
  assert.deepEqual(
    commands.filter((command) => !command.startsWith('curl ')),
    [],
  )
  const answers = new Map<string, Answer>()
  const answerTo = (part: string) => {
    const [, answer] = [...answers].find(([command]) => command.includes(part)) ?? []
    return answer ?? {}
  }
  for (const command of commands) {
    if (command.includes('/dead" -H') && !env.MESSAGE_ID) await letDie()
    if (command.includes('$ACCOUNT_KEY')) await becomeOwner()
    const answer = JSON.parse(
      await guide.shell(command.replace('https://hooks.acme.org/orders', receiver.url)),
    )
    assert.equal(answer.error, undefined, `${command} ${JSON.stringify(answer)}`)
    answers.set(command, answer)
    env.QUEUE_URL ??= answer.queue_url
    env.QUEUE_ID ??= answer.queue_id
    env.API_KEY ??= answer.api_key
    if (answer.kind === 'webhook') env.DESTINATION_ID ??= answer.id
    if (command.includes('/messages/pull')) env.LEASE_ID = answer.messages[0].lease_id
    if (command.endsWith('/dead" -H "Authorization: Bearer $API_KEY"'))
      env.MESSAGE_ID ??= answer.data?.[0]?.id
  }

  /** Pulls messages without acknowledging them, until they are dead. */
  async function letDie() {
    const queue = listQueueCalls(service, env.QUEUE_ID ?? '', env.API_KEY ?? '')
    for (let times = 0; times < 6; times += 1) {
      await queue.pull({ batch_size: 100 })
      service.pass({ minutes: 1 })
    }
    service.pass({ seconds: 1 })
  }

  /** Its recipient claims the queue by the email, has a form, and makes a key. */
  async function becomeOwner() {
    if (env.ACCOUNT_KEY) return
    await service.get(await service.linkIn('claim'), { accept: 'text/html' })
    const jane = await signIn(service, 'jane@acme.org')
    env.FORM_ID = jane.endpoint.form_id
    const made = await jane.post('/keys', { name: 'guide', scopes: ['read', 'write'] })
    env.ACCOUNT_KEY = String(made.json.key)
  }

  const pulled = answerTo('/messages/pull').messages
  assert.ok(Array.isArray(pulled))
  assert.deepEqual(
    pulled.map((message) => message.body),
    [{ order: 4711 }, 1, 2, { order: 4712 }],
  )
  assert.equal(answerTo('?dry_run=1').would_enqueue, true)
  assert.deepEqual(answerTo('/messages/ack'), { ackCount: 1, retryCount: 0, warnings: {} })
  const dead = answerTo('/dead" -H').data
  assert.ok(Array.isArray(dead) && dead.length === 3, JSON.stringify(dead))
  assert.equal(answerTo('/replay').message_id, env.MESSAGE_ID)
  assert.deepEqual(answerTo('-X DELETE'), { deleted: 2 })
  assert.deepEqual(
    [...answers.values()].flatMap(({ backlog_count }) => backlog_count ?? []),
    // Of its status, and of the queue whose limits its owner changes.
    [2, 2],
  )
  const peeked = answerTo('/messages/peek').messages
  assert.ok(Array.isArray(peeked))
  assert.deepEqual(
    peeked.map((message) => message.id),
    [env.MESSAGE_ID],
  )
  assert.equal(Object(answerTo('$FORM_ID').settings).queue_id, env.QUEUE_ID)

  assert.equal(answerTo('/test"').reached, true)
  assert.equal(answerTo('{"active":false}').state, 'disabled')

  const [script = '', ...others] = guide.blocks('js')
  assert.deepEqual(others, [])
  assert.match(await guide.script(script), /ackCount: [1-9]/)
})
