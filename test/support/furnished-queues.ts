import type { Owner } from './owner.ts'
import type { TestService } from './service.ts'

const LEASE_MS = 60_000
/** Published in each of the last hours, and worked off in the same. */
const HOURS: readonly [published: number, acknowledged: number][] = [
  [2, 2],
  [5, 4],
  [9, 3],
  [4, 9],
  [0, 0],
  [7, 8],
  [3, 3],
]

/**
 * Gives the owner a queue in use, with messages that wait, are in flight and are dead, an empty one and a retired one.
 *
 * @returns their screens by name, with their addresses, and what uses them once the sign-in need not be fresh any more
 */
export async function furnishQueues(service: TestService, ada: Owner) {
  const make = async (name: string) => (await ada.post('/queues', { name })).json
  const old = await make('Newsletter')
  const empty = await make('Thumbnails of the photographs that are shown in the gallery of the workshop')
  const orders = await make('Orders, lovelace.dev')
  const made = await ada.post(`/queues/${orders.id}/keys`, { name: 'Shop', scopes: ['publish'] })
  if (made.status !== 201) throw new Error(`no key was made: ${made.text}`)
  await ada.post(`/queues/${old.id}/retire`)
  const headers = { authorization: `Bearer ${orders.api_key}` }
  const call = (path: string, json: object) =>
    service.post(`/q/${orders.id}/messages${path}`, { json, headers })
  let order = 100

  async function publish(many: number): Promise<void> {
    for (let count = 0; count < many; count += 1) {
      order += 1
      const body = { order, items: [{ sku: 'moth-4', count: (order % 3) + 1 }], mail: 'grace@navy.mil' }
      await call('', { body })
    }
  }

  async function pull(many: number) {
    const asked = { batch_size: many, visibility_timeout_ms: LEASE_MS }
    return Object((await call('/pull', asked)).json.messages) as { lease_id: string }[]
  }

  async function use(): Promise<void> {
    await call('', { body: 'A text of two lines,\nnot JSON <b>at all</b>', content_type: 'text' })
    await publish(1)
    for (let time = 0; time < 4; time += 1) {
      await pull(2)
      service.pass({ milliseconds: LEASE_MS })
    }
    await pull(1)
    for (const [published, acknowledged] of HOURS) {
      service.pass({ hours: 1 })
      await publish(published)
      const acks = (await pull(acknowledged + 1)).slice(0, acknowledged).map(({ lease_id }) => ({ lease_id }))
      if (acks.length > 0) await call('/ack', { acks })
    }
    service.pass({ milliseconds: LEASE_MS })
    await publish(4)
    await pull(2)
  }

  return {
    use,
    screens: {
      queues: '/app/queues',
      'queues-nothing-found': '/app/queues?q=zebra',
      queue: `/app/queues/${orders.id}`,
      'queue-dead': `/app/queues/${orders.id}?view=dead`,
      'queue-snippets': `/app/queues/${orders.id}?view=snippets`,
      'queue-keys': `/app/queues/${orders.id}?view=keys`,
      'queue-settings': `/app/queues/${orders.id}?view=settings`,
      'queue-first': `/app/queues/${empty.id}`,
      'queue-no-dead': `/app/queues/${empty.id}?view=dead`,
      'queue-retired': `/app/queues/${old.id}?view=settings`,
    },
  }
}
