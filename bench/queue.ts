/**
 * `npm run bench:queue`: messages published a second, and messages pulled and acknowledged, beside a bare server that reads
 * the same requests; with few messages in the queue and with very many.
 */
import { createKeys } from '../src/ids/keys.ts'
import { readOptions } from './options.ts'
import type { Subject } from './processes.ts'
import { bar, publish, share, whole } from './report.ts'
import { interleave } from './rounds.ts'
import { type Formslot, withSubjects } from './subjects.ts'
import { type LoadRequest, load, luaText, type Round } from './wrk.ts'

const BATCH = 10
/** Bytes of a message. */
const MESSAGE = JSON.stringify({ order: 4711, items: ['a', 'b', 'c'], note: 'x'.repeat(150) })
/** Messages in the queue that has few: more than one round takes out. */
const FEW = 100_000
const FILLED_AT_ONCE = 100
const FILLERS = 8

type Queue = { path: string; headers: Record<string, string> }

const options = readOptions({ connections: [64], rows: 1_000_000 })
const [connections = 64] = options.connections
await withSubjects(options, async ({ formslot, all }) => {
  const bare = all.find((subject) => subject.name === 'bare')
  if (!bare) throw new Error('there is no bare server to compare with')
  const rows: string[][] = []
  const groups = []
  for (const held of [FEW, options.rows]) {
    const queue = await claimedQueue(formslot, held)
    process.stderr.write(`filling a queue with ${whole(held)} messages\n`)
    await fill(formslot, queue, held)
    const works = worksOn(queue)
    const ofBare = {
      name: 'bare',
      process: bare,
      measure: () => measure(bare, { requests: works[0]?.requests ?? [] }),
    }
    const rounds = await interleave({
      rounds: options.rounds,
      subjects: [
        ofBare,
        ...works.map(({ name, ...work }) => ({
          name,
          process: formslot,
          measure: () => measure(formslot, work),
        })),
      ],
    })
    const heading = `${whole(held)} messages in the queue`
    for (const { name, messages } of works) {
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
      bars: works.map(({ name, messages }) => bar(name, (rounds[name]?.perSecond ?? 0) * messages)),
    })
  }
  publish(
    {
      name: 'queue',
      title: 'Queues',
      setting:
        `Messages of ${MESSAGE.length} bytes over ${connections} connections, each answer after the flush of its ` +
        `transaction. Pulling and acknowledging ${BATCH} messages is two requests. The server has one core, the load another; ` +
        '`bare` is node:http reading the body of a message.',
      table: [['in the queue', 'what', 'messages/s', 'requests/s', 'of bare', 'p50 ms', 'p99 ms'], ...rows],
      chart: groups,
    },
    { write: options.write, now: new Date() },
  )
})

function measure(subject: Subject, work: { requests: LoadRequest[]; script?: string }): Promise<Round> {
  return load(subject, { connections, seconds: options.seconds, ...work })
}

/** `messages`: how many one request stands for. */
function worksOn({ path, headers }: Queue): {
  name: string
  messages: number
  requests: LoadRequest[]
  script?: string
}[] {
  const body = `{"messages":[${Array.from({ length: BATCH }, () => `{"body":${MESSAGE}}`).join()}]}`
  const post = (to: string, sent: string) => [{ method: 'POST', path: path + to, headers, body: sent }]
  return [
    { name: 'publish one', messages: 1, requests: post('', MESSAGE) },
    { name: `publish ${BATCH}`, messages: BATCH, requests: post('/messages/batch', body) },
    {
      name: `pull and acknowledge ${BATCH}`,
      messages: BATCH / 2,
      requests: [],
      script: scriptOfConsumers({ path, headers }),
    },
  ]
}

/** Each answer with messages makes a request that acknowledges them. */
function scriptOfConsumers({ path, headers }: Queue): string {
  const lines = Object.entries(headers).map(([name, value]) => `[${luaText(name)}]=${luaText(value)}`)
  return `
local headers = {${lines.join(', ')}}
local acks = {}
local pull
function init()
  pull = wrk.format("POST", ${luaText(`${path}/messages/pull`)}, headers, ${luaText(`{"batch_size":${BATCH}}`)})
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

/** A queue as a person has it: created, used once, claimed. */
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
    headers: { accept: 'application/json' },
  })
  if (!claimed.ok) throw new Error(`the queue was not claimed: ${claimed.status} ${await claimed.text()}`)
  return queue
}

async function fill({ base }: Formslot, queue: Queue, count: number): Promise<void> {
  const messages = Array.from({ length: FILLED_AT_ONCE }, () => `{"body":${MESSAGE}}`).join()
  let left = Math.ceil(count / FILLED_AT_ONCE)
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
