import { type Asking, isLost } from './client.ts'
import { tokenOf } from './client-ledger.ts'
import { claimWhenAsked } from './endpoint-pair.ts'
import { openDashboard, retireQueue } from './owner-visit.ts'
import type { OpenQueues } from './queue-consumers.ts'
import { publication } from './queue-visit.ts'

/** Number of concurrent submitters, and of submissions by each. */
const SENDERS = 2
const SUBMISSIONS_OF_SENDER = 3
const SHARE_SPAM = 0.15
/** Share of queues that are retired while their form keeps accepting submissions. */
const SHARE_RETIRED = 0.25

/** A form and a queue of one account: once both are claimed, what the form gets is put into the queue, while it is there. */
export async function visitWithRouting(asking: Asking, queues: OpenQueues): Promise<void> {
  const domain = `domain-${asking.number()}.dev`
  // They differ in upper case, so one account owns both.
  const [queue, form] = await Promise.all([
    open(asking, { path: '/q/new', recipient: `Ada@${domain}` }),
    open(asking, { path: '/new', recipient: `ada@${domain}` }),
  ])
  if (!queue || !form) return
  const key = String(queue.said.api_key)
  queues.add({ id: queue.id, key })
  const token = tokenOf(asking.number())
  // The first that an endpoint gets brings its claim email about.
  await Promise.all([
    asking.send({ deed: 'publish', token }, publication({ queueId: queue.id, key, token, count: 1 })),
    submit(asking, form.id),
  ])
  const paths = await Promise.all([queue, form].map((endpoint) => claimWhenAsked(asking, endpoint)))
  const cookie = paths[1] ? await asOwner(asking, (base) => openDashboard(base, String(paths[1]))) : null
  if (!cookie || !asking.isHere()) return
  await asking.ask(
    { deed: 'route', token: form.id },
    {
      path: `/api/v1/endpoints/${form.id}`,
      ...{ json: { queue_id: queue.id }, changedBy: cookie, repeated: 'by its content' },
      idIn: ({ settings }) => String(Object(settings).queue_id),
    },
  )
  await submitAtOnce(asking, form.id)
  if (!asking.isHere() || asking.random() >= SHARE_RETIRED) return
  await Promise.all([
    submitAtOnce(asking, form.id),
    asOwner(asking, (base) => retireQueue(base, { cookie, id: queue.id })),
  ])
}

async function open(asking: Asking, { path, recipient }: { path: string; recipient: string }) {
  const made = await asking.ask({ deed: 'create', token: recipient }, { path, fields: { recipient } })
  return made && { ...made, recipient }
}

async function submitAtOnce(asking: Asking, formId: string): Promise<void> {
  const senders = Array.from({ length: SENDERS }, async () => {
    for (let sent = 0; sent < SUBMISSIONS_OF_SENDER; sent += 1) await submit(asking, formId)
  })
  await Promise.all(senders)
}

async function submit(asking: Asking, formId: string): Promise<void> {
  if (!asking.isHere()) return
  const token = tokenOf(asking.number())
  const trap: Record<string, string> = asking.random() < SHARE_SPAM ? { _gotcha: 'bot' } : {}
  await asking.send({ deed: 'submit', token }, { path: `/f/${formId}`, fields: { token, ...trap } })
}

/** Null where nobody knows what became of it. */
async function asOwner<T>(asking: Asking, act: (base: string) => Promise<T>): Promise<T | null> {
  const base = await asking.anyBase()
  if (base === null) return null
  try {
    return await act(base)
  } catch (error) {
    if (isLost(error)) return null
    throw error
  }
}
