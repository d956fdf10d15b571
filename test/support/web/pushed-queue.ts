import { type Owner, signIn } from '../fixtures/owner.ts'
import { listQueueCalls } from '../fixtures/queue.ts'
import { startService, type TestService } from '../service/service.ts'
import { type Receiver, startReceiver } from './receiver.ts'

export const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_CALL_RATE: '0' }

export type Opened = Awaited<ReturnType<typeof openQueue>> & { service: TestService; receiver: Receiver }

/** Runs `work` with a service, a receiver, and a queue of Ada's. */
export async function withQueue(
  work: (opened: Opened) => Promise<void>,
  options: Parameters<typeof startService>[0] = {},
): Promise<void> {
  await using receiver = await startReceiver()
  await using service = await startService({ env: PRO, egressPorts: [receiver.port], ...options })
  const ada = await signIn(service)
  await service.deliver()
  await work({ service, receiver, ...(await openQueue(service, ada)) })
}

/** Creates a queue of this owner, with calls by its key. */
export async function openQueue(service: TestService, ada: Owner) {
  const created = await ada.post('/queues', {})
  if (created.status !== 201) throw new Error(`the creation was answered ${created.status}: ${created.text}`)
  const queue = listQueueCalls(service, String(created.json.id), String(created.json.api_key))
  return { ada, queue, place: `/endpoints/${queue.id}/destinations` }
}

/** Adds a webhook at the receiver to the queue, and tests it: the queue pushes from then on. */
export async function startPush(
  { ada, place }: Pick<Opened, 'ada' | 'place'>,
  url: string,
  more: { concurrency?: number; timeout_s?: number } = {},
) {
  const added = await ada.post(place, { kind: 'webhook', url, ...more })
  if (added.status !== 201) throw new Error(`the webhook was answered ${added.status}: ${added.text}`)
  const at = `${place}/${added.json.id}`
  const tested = await ada.post(`${at}/test`)
  if (tested.json.reached !== true) throw new Error(`the test was answered ${tested.text}`)
  return { at, secret: String(added.json.secret) }
}
