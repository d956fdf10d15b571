/**
 * `npm run bench:queue`: messages published, and messages pulled and acknowledged, per second, compared with a bare server
 * that reads the same requests; with few and with very many messages in the queue.
 */
import { createKeys } from '../src/ids/keys.ts'
import { readOptions } from './harness/options.ts'
import type { Subject } from './harness/processes.ts'
import { bar, publishTable, type Results, share, whole } from './harness/report.ts'
import { interleave } from './harness/rounds.ts'
import { type Formslot, withSubjects } from './harness/subjects.ts'
import { type LoadRequest, load, luaText, type Round } from './harness/wrk.ts'

const BATCH_MESSAGES = 10
/** Body of a message. */
const MESSAGE = JSON.stringify({ order: 4711, items: ['a', 'b', 'c'], note: 'x'.repeat(150) })
/** Messages in the short queue: more than one round pulls. */
const FEW_ROWS = 100_000
const MESSAGES_PER_REQUEST = 100
const FILLERS = 8

type Queue = { path: string; headers: Record<string, string> }

const options = readOptions({ connections: [64], rows: 1_000_000 })
const [connections = 64] = options.connections
await withSubjects(options, async ({ formslot, all }) => {
  const bare = all.find((subject) => subject.name === 'bare')
  if (!bare) throw new Error('The bare server is missing.')
  const rows: string[][] = []
  const groups = []
  const results: Results = []
  for (const held of [FEW_ROWS, options.rows]) {
    const queue = await claimedQueue(formslot, held)
    process.stderr.write(`filling a queue with ${whole(held)} messages\n`)
    await fill(formslot, queue, held)
    const workloads = listWorkloads(queue)
    const bareSubject = {
      name: 'bare',
      server: bare,
      measure: () => measure(bare, { requests: workloads[0]?.requests ?? [] }),
    }
    const rounds = await interleave({
      rounds: options.rounds,
      subjects: [
        bareSubject,
        ...workloads.map(({ name, ...work }) => ({
          name,
          server: formslot,
          measure: () => measure(formslot, work),
        })),
      ],
    })
    results.push({ connections, rounds })
    const heading = `${whole(held)} messages in the queue`
    for (const { name, messages } of workloads) {
      const round = rounds[name]
      if (!round) continue
      rows.push([
        whole(held),
        name,
        whole(round.perSecond * messages),
        whole(round.perSecond),
        share(round.perSecond, rounds.bare?.perSecond),
        round.p50Ms.toFixed(2),
        round.p99Ms.toFixed(1),
      ])
    }
    groups.push({
      heading,
      bars: workloads.map(({ name, messages }) => bar(name, (rounds[name]?.perSecond ?? 0) * messages)),
    })
  }
  publishTable(
    {
      name: 'queue',
      title: 'Queues',
      setting:
        `Messages of ${MESSAGE.length} bytes over ${connections} connections, each response after the flush of its ` +
        `transaction. Pulling and acknowledging ${BATCH_MESSAGES} messages is two requests. The server has one core, the load another; ` +
        '`bare` is node:http reading the body of a message.',
      table: [
        ['in the queue', 'workload', 'messages/s', 'requests/s', 'of bare', 'p50 ms', 'p99 ms'],
        ...rows,
      ],
      results,
      chart: groups,
    },
    { write: options.write, now: new Date() },
  )
})

function measure(subject: Subject, work: { requests: LoadRequest[]; script?: string }): Promise<Round> {
  return load(subject, { connections, seconds: options.seconds, ...work })
}

/** Lists the workloads; `messages` is the number of messages per request. */
function listWorkloads({ path, headers }: Queue): {
  name: string
  messages: number
  requests: LoadRequest[]
  script?: string
}[] {
  const body = `{"messages":[${Array.from({ length: BATCH_MESSAGES }, () => `{"body":${MESSAGE}}`).join()}]}`
  const post = (to: string, sent: string) => [{ method: 'POST', path: path + to, headers, body: sent }]
  return [
    { name: 'publish one', messages: 1, requests: post('', MESSAGE) },
    { name: `publish ${BATCH_MESSAGES}`, messages: BATCH_MESSAGES, requests: post('/messages/batch', body) },
    {
      name: `pull and acknowledge ${BATCH_MESSAGES}`,
      messages: BATCH_MESSAGES / 2,
      requests: [],
      script: toConsumerScript({ path, headers }),
    },
  ]
}

/** Returns a script that acknowledges the messages of each response. */
function toConsumerScript({ path, headers }: Queue): string {
  const lines = Object.entries(headers).map(([name, value]) => `[${luaText(name)}]=${luaText(value)}`)
  return `
local headers = {${lines.join(', ')}}
local acks = {}
local pull
function init()
  pull = wrk.format("POST", ${luaText(`${path}/messages/pull`)}, headers, ${luaText(`{"batch_size":${BATCH_MESSAGES}}`)})
end
function request() return table.remove(acks) or pull end
function response(status, answered, body)
  local leases = {}
  for lease in body:gmatch('"lease_id":"([^"]+)"') do
    leases[#leases + 1] = '{"lease_id":"' .. lease .. '"}'
  end
  if #leases > 0 then
    local sent = '{"acks":[' .. table.concat(leases, ',') .. ']}'
    acks[#acks + 1] = wrk.format("POST", ${luaText(`${path}/messages/ack`)}, headers, sent)
  end
end`
}

/** Creates a queue as a person does: create, use once, claim. */
async function claimedQueue({ base, secret }: Formslot, held: number): Promise<Queue> {
  const body = new URLSearchParams({ recipient: `ada${held}@formslot.net` })
  const created = await fetch(`${base}/q/new`, { method: 'POST', body })
  const { queue_id: id, api_key: key } = (await created.json()) as { queue_id: string; api_key: string }
  const queue = {
    path: `/q/${id}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  }
  await post(base + queue.path, queue, MESSAGE)
  const claimed = await fetch(`${base}/claim/${createKeys(secret).claimToken(id)}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
  })
  if (!claimed.ok) throw new Error(`The queue was not claimed: ${claimed.status} ${await claimed.text()}`)
  return queue
}

async function fill({ base }: Formslot, queue: Queue, count: number): Promise<void> {
  const messages = Array.from({ length: MESSAGES_PER_REQUEST }, () => `{"body":${MESSAGE}}`).join()
  let left = Math.ceil(count / MESSAGES_PER_REQUEST)
  await Promise.all(
    Array.from({ length: FILLERS }, async () => {
      while (left > 0) {
        left -= 1
        await post(`${base}${queue.path}/messages/batch`, queue, `{"messages":[${messages}]}`)
      }
    }),
  )
}

async function post(url: string, { headers }: Queue, body: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  await answer.text()
}
