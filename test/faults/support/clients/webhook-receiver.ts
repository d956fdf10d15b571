import assert from 'node:assert/strict'
import { createKeys } from '../../../../src/ids/keys.ts'
import { openStoredRows } from '../../../support/stores/stored-rows.ts'
import { type Received, type Receiver, startReceiver } from '../../../support/web/receiver.ts'
import { type Fixture, type Node, SECRET } from '../fixture.ts'
import { claimPathIn, type Request, send } from './client.ts'
import { type ClientRequest, getToken } from './client-ledger.ts'
import { openDashboard } from './owner-visit.ts'

/** Bytes of an answer that never ends, written until the service stops reading. */
const PIECE = Buffer.alloc(64 * 1024, 'x')
const RETRY_AFTER_SECONDS = 3600

/** A proven webhook of a form, and the receiver that keeps a ledger of what arrives. */
export type Webhook = {
  /** Settings of services that may post to the receiver. */
  env: Record<string, string>
  formId: string
  receiver: Receiver
  /** Fails each request in one of many ways, or takes it. */
  failAtRandom(): void
  /**
   * Compares the ledger with the database: each submission has a delivery, each delivery that is recorded as sent was taken, each
   * request was an attempt that had been written, and an id was taken twice only where an outcome is unknown.
   */
  check(): Promise<{ ids: number; attempts: number; repeated: number }>
}

/** Starts a receiver, and adds it as a webhook to a new form, whose owner tests it. */
export async function openWebhook(fixture: Fixture): Promise<Webhook> {
  const receiver = await startReceiver()
  fixture.registerCleanup(receiver)
  const trap = await startReceiver()
  fixture.registerCleanup(trap)
  const env = {
    FORMSLOT_EGRESS_ALLOW: '127.0.0.0/8',
    FORMSLOT_EGRESS_PORTS: `${receiver.port},${trap.port}`,
  }
  const taken: string[] = []
  const answerWith: Receiver['answerWith'] = (answer) =>
    receiver.answerWith(async (received) => {
      if (typeof answer !== 'number') return answer(received)
      record(received)
      received.response.writeHead(answer).end()
    })
  const record = ({ headers }: Received) => taken.push(String(headers['webhook-id']))
  answerWith(200)
  const node = await fixture.startNode('one', { env })
  assert.ok(node)
  const { formId, destinationId } = await addWebhook(fixture, node, receiver.url)
  await fixture.endNode(node)
  const before = receiver.received.length
  return {
    env,
    formId,
    receiver: { ...receiver, answerWith },
    failAtRandom() {
      const failures = listFailures(trap.url, record)
      receiver.answerWith((received) => failures[Math.floor(fixture.random() * failures.length)]?.(received))
    },
    async check() {
      assert.equal(trap.received.length, 0, 'no redirect was followed')
      return checkLedger(fixture.database, {
        formId,
        destinationId,
        received: receiver.received.slice(before),
        taken,
      })
    },
  }
}

function listFailures(trap: string, record: (received: Received) => void): ((received: Received) => void)[] {
  return [
    ({ response }) => response.writeHead(500).end('no'),
    ({ response }) => response.writeHead(429, { 'retry-after': String(RETRY_AFTER_SECONDS) }).end(),
    ({ response }) => response.writeHead(307, { location: trap }).end(),
    ({ response }) => response.socket?.resetAndDestroy(),
    // It takes the request, and its answer is lost.
    (received) => {
      record(received)
      received.response.destroy()
    },
    // A status that says yes, and an answer without an end.
    (received) => {
      record(received)
      received.response.writeHead(200)
      const write = () => {
        while (!received.response.destroyed && received.response.write(PIECE)) {}
      }
      received.response.on('drain', write)
      write()
    },
    (received) => {
      record(received)
      received.response.end('taken')
    },
  ]
}

async function addWebhook(
  fixture: Fixture,
  { service: { base } }: Node,
  url: string,
): Promise<{ formId: string; destinationId: string }> {
  const recipient = `ada@domain-${fixture.number()}.dev`
  const ask = async (what: ClientRequest, request: Request) => {
    fixture.ledger.intent(what)
    const answer = await send(base, request, `key-of-${what.operation}-${what.token}`)
    if (answer.kind !== 'ok') return assert.fail(`${what.operation} was answered ${JSON.stringify(answer)}`)
    fixture.ledger.ok(what, answer.id)
    return answer.id
  }
  const token = getToken(fixture.number())
  const formId = await ask({ operation: 'create', token: recipient }, { path: '/new', fields: { recipient } })
  await ask({ operation: 'submit', token }, { path: `/f/${formId}`, fields: { token } })
  await fixture.rest()
  const claimPath = claimPathIn(fixture.mail.ledger.find(({ to }) => to[0] === recipient)) ?? assert.fail()
  const cookie = (await openDashboard(base, claimPath)) ?? assert.fail()
  const post = async (path: string, json?: unknown) => {
    const answer = await fetch(`${base}/api/v1/endpoints/${formId}/destinations${path}`, {
      method: 'POST',
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(json ? { 'content-type': 'application/json' } : {}),
      },
      ...(json ? { body: JSON.stringify(json) } : {}),
    })
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
  }
  const added = await post('', { kind: 'webhook', url })
  assert.equal(added.status, 201, JSON.stringify(added.json))
  const destinationId = String(added.json.id)
  assert.equal((await post(`/${destinationId}/test`)).json.reached, true)
  return { formId, destinationId }
}

async function checkLedger(
  database: string,
  ledger: { formId: string; destinationId: string; received: readonly Received[]; taken: readonly string[] },
) {
  await using rows = await openStoredRows(database)
  const { formId, destinationId, received, taken } = ledger
  const keys = createKeys(SECRET)
  // All but the first, which came before the webhook.
  const [, ...submissions] = await rows.all(
    `select submissions.key from submissions join endpoints on endpoints.key = submissions.endpoint_key
      where endpoints.id = '${formId}' order by submissions.key`,
  )
  const deliveries = await rows.all(
    `select key, submission_key, outcome, attempts from outbox where channel = 'web' order by key`,
  )
  const attempts = Map.groupBy(
    await rows.all(`select delivery_key, started_at, ended_at, outcome from attempts order by key`),
    (row) => Number(row.delivery_key),
  )
  const bySubmission = new Map(deliveries.map((row) => [Number(row.submission_key), row]))
  const suffix = destinationId.slice(destinationId.indexOf('_') + 1)
  const ids = new Set<string>()
  let repeated = 0
  for (const { key } of submissions) {
    const delivery = bySubmission.get(Number(key)) ?? assert.fail(`the submission ${key} has no delivery`)
    const id = `dlv_${keys.submissionId(Number(key)).replace('sub_', '')}_${suffix}`
    ids.add(id)
    const tried = attempts.get(Number(delivery.key)) ?? []
    const seen = received.filter(({ headers }) => headers['webhook-id'] === id)
    const times = taken.filter((one) => one === id).length
    const unknown = tried.filter(({ outcome }) => outcome === 'unknown').length
    assert.equal(delivery.outcome, 'sent', `${id} ended as ${delivery.outcome}`)
    assert.ok(times >= 1, `${id} is recorded as sent and was never taken`)
    assert.ok(times - 1 <= unknown, `${id} was taken ${times} times for ${unknown} unknown outcomes`)
    assert.ok(seen.length <= tried.length, `${id} arrived ${seen.length} times in ${tried.length} attempts`)
    assert.equal(tried.at(-1)?.outcome, 'accepted', `the last attempt of ${id} is the one that succeeded`)
    const stamps = seen.map(({ headers }) => Number(headers['webhook-timestamp']))
    assert.deepEqual(
      stamps,
      stamps.toSorted((one, other) => one - other),
      `the attempts of ${id} are in order`,
    )
    if (times > 1) repeated += 1
  }
  assert.equal(deliveries.length, submissions.length, 'each submission has one delivery')
  for (const { headers } of received) assert.ok(ids.has(String(headers['webhook-id'])), 'each id is known')
  return { ids: ids.size, attempts: received.length, repeated }
}
