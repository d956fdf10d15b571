import { toWord } from '../data/search-text.ts'
import type { Subject } from './processes.ts'
import { median } from './rounds.ts'

const BYTES_IN_A_MB = 1_000_000
/** An account may have 50 responses in progress (`MAX_PENDING_RESPONSES`). */
const MAX_WAITING_SEARCHES = 20
/** Searches of an owner: a frequent word, rarer ones, a sender, two words, and one that does not occur. */
const QUERIES: readonly ((n: number) => string)[] = [
  () => 'hello',
  (n) => `"${toWord(20 + (n % 5))}"`,
  (n) => `"${toWord(300 + n)}"`,
  (n) => `"${toWord(40_000 + n)}"`,
  (n) => `from:sender${500 + n}`,
  (n) => `hello ${toWord(5000 + n)}`,
  (n) => `zebra${n}`,
]

/** MB of an export, or searches, per second; and the median of the milliseconds that a search took. */
export type OwnerFigures = { perSecond: number; medianMs: number }

/** Requests of an owner that go on until they are stopped. */
export type OwnerWork = {
  /** Returns how fast it went. */
  stop(): Promise<OwnerFigures>
}

/** Exports all submissions of the account, again and again. */
export function startExport({ base }: Subject, apiKey: string): OwnerWork {
  const stopping = new AbortController()
  const began = performance.now()
  let bytes = 0
  const exporting = (async () => {
    while (!stopping.signal.aborted) {
      const answer = await request(`${base}/api/v1/submissions/export?folder=all&format=ndjson`, {
        apiKey,
        signal: stopping.signal,
      })
      for await (const chunk of answer.body ?? []) bytes += chunk.byteLength
    }
  })().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return {
    async stop() {
      const seconds = (performance.now() - began) / 1000
      stopping.abort()
      await exporting
      return { perSecond: bytes / BYTES_IN_A_MB / seconds, medianMs: Number.NaN }
    },
  }
}

/** Searches one endpoint so many times a second, and less often while many searches wait for their answers. */
export function startSearches(
  { base }: Subject,
  owner: { apiKey: string; formId: string; searchesPerSecond: number },
): OwnerWork {
  const { apiKey, formId, searchesPerSecond } = owner
  const times: number[] = []
  const searching = new Set<Promise<void>>()
  const began = performance.now()
  let n = 0
  const timer = setInterval(() => {
    if (searching.size >= MAX_WAITING_SEARCHES) return
    n += 1
    const one = search(QUERIES[n % QUERIES.length]?.(n) ?? '').finally(() => searching.delete(one))
    searching.add(one)
  }, 1000 / searchesPerSecond)

  async function search(query: string): Promise<void> {
    const began = performance.now()
    const selected = new URLSearchParams({ endpoint: formId, q: query })
    const answer = await request(`${base}/api/v1/submissions?${selected}`, { apiKey })
    await answer.arrayBuffer()
    times.push(performance.now() - began)
  }

  return {
    async stop() {
      clearInterval(timer)
      const perSecond = (1000 * times.length) / (performance.now() - began)
      await Promise.all(searching)
      return { perSecond, medianMs: median(times) }
    },
  }
}

async function request(
  address: string,
  { apiKey, signal = null }: { apiKey: string; signal?: AbortSignal | null },
): Promise<Response> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${apiKey}` }, signal })
  if (answer.status !== 200) throw new Error(`${address} was answered ${answer.status}.`)
  return answer
}
