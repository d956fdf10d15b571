import { createKeys } from '../../src/ids/keys.ts'
import type { LoadRequest } from '../harness/wrk.ts'

/** Events per request: the maximum. */
export const BATCH_EVENTS = 100
export const EVENT_NAMES = ['pageview', 'signup', 'checkout', 'error', 'click'] as const

/** Its events are also counted as those of a visitor. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Creates claimed telemetry endpoints. Returns their paths. */
export async function createTelemetryEndpoints(
  subject: { base: string; secret: string },
  count: number,
): Promise<string[]> {
  const keys = createKeys(subject.secret)
  const paths: string[] = []
  for (let n = 0; n < count; n += 1) {
    const recipient = `ada${n}@events.net`
    const created = await fetch(`${subject.base}/t/new`, {
      method: 'POST',
      body: new URLSearchParams({ recipient }),
    })
    const { telemetry_id: id } = (await created.json()) as { telemetry_id: string }
    await fetch(`${subject.base}/t/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"first"}',
    })
    const claimed = await fetch(`${subject.base}/claim/${keys.claimToken(id)}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
    })
    if (!claimed.ok) throw new Error(`The endpoint ${id} was not claimed: ${await claimed.text()}`)
    paths.push(`/t/${id}`)
  }
  return paths
}

/** Creates a request with a full batch of typical events for each of these paths. */
export function createEventRequests(paths: readonly string[]): LoadRequest[] {
  const events = Array.from({ length: BATCH_EVENTS }, (_, n) => ({
    name: EVENT_NAMES[n % EVENT_NAMES.length],
    url: `https://analytical-engines.dev/shop/${n % 17}`,
    props: { plan: n % 3 === 0 ? 'pro' : 'free', seats: n % 9 },
  }))
  const headers = { 'content-type': 'application/json', 'user-agent': BROWSER }
  return paths.map((path) => ({ method: 'POST', path, headers, body: JSON.stringify(events) }))
}
