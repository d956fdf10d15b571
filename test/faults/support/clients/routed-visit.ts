import { type Client, isLost } from './client.ts'
import { getToken } from './client-ledger.ts'
import { claimWhenAsked } from './endpoint-pair.ts'
import { openDashboard, retireQueue } from './owner-visit.ts'
import type { OpenQueues } from './queue-consumers.ts'
import { publication } from './queue-visit.ts'

/** Number of concurrent visitors, and of submissions by each. */
const SENDERS = 2
const SUBMISSIONS_OF_SENDER = 3
const SHARE_SPAM = 0.15
/** Share of queues that are retired while their form keeps accepting submissions. */
const SHARE_RETIRED = 0.25

/** Creates a form and a queue of one account; once both are claimed, the form routes to the queue until it is retired. */
export async function visitWithRouting(client: Client, queues: OpenQueues): Promise<void> {
  const domain = `domain-${client.number()}.dev`
  // The recipients differ only in case, so one account owns both.
  const [queue, form] = await Promise.all([
    open(client, { path: '/q/new', recipient: `Ada@${domain}` }),
    open(client, { path: '/new', recipient: `ada@${domain}` }),
  ])
  if (!queue || !form) return
  const key = String(queue.body.api_key)
  queues.add({ id: queue.id, key })
  const token = getToken(client.number())
  // The first submission triggers the claim email.
  await Promise.all([
    client.send({ operation: 'publish', token }, publication({ queueId: queue.id, key, token, count: 1 })),
    submit(client, form.id),
  ])
  const paths = await Promise.all([queue, form].map((endpoint) => claimWhenAsked(client, endpoint)))
  const cookie = paths[1] ? await asOwner(client, (base) => openDashboard(base, String(paths[1]))) : null
  if (!cookie || !client.isHere()) return
  await client.ask(
    { operation: 'route', token: form.id },
    {
      path: `/api/v1/endpoints/${form.id}`,
      json: { queue_id: queue.id },
      changedBy: cookie,
      repeated: 'by its content',
      idIn: ({ settings }) => String(Object(settings).queue_id),
    },
  )
  await submitAtOnce(client, form.id)
  if (!client.isHere() || client.random() >= SHARE_RETIRED) return
  await Promise.all([
    submitAtOnce(client, form.id),
    asOwner(client, (base) => retireQueue(base, { cookie, id: queue.id })),
  ])
}

async function open(client: Client, { path, recipient }: { path: string; recipient: string }) {
  const made = await client.ask({ operation: 'create', token: recipient }, { path, fields: { recipient } })
  return made && { ...made, recipient }
}

async function submitAtOnce(client: Client, formId: string): Promise<void> {
  const senders = Array.from({ length: SENDERS }, async () => {
    for (let sent = 0; sent < SUBMISSIONS_OF_SENDER; sent += 1) await submit(client, formId)
  })
  await Promise.all(senders)
}

async function submit(client: Client, formId: string): Promise<void> {
  if (!client.isHere()) return
  const token = getToken(client.number())
  const trap: Record<string, string> = client.random() < SHARE_SPAM ? { _gotcha: 'bot' } : {}
  await client.send({ operation: 'submit', token }, { path: `/f/${formId}`, fields: { token, ...trap } })
}

/** Null when the outcome is unknown. */
async function asOwner<T>(client: Client, act: (base: string) => Promise<T>): Promise<T | null> {
  const base = await client.anyBase()
  if (base === null) return null
  try {
    return await act(base)
  } catch (error) {
    if (isLost(error)) return null
    throw error
  }
}
