import { setTimeout } from 'node:timers/promises'
import type { Console } from '../../terminal/console.ts'
import { call, openStream } from '../call.ts'
import { readServerEvents, type ServerEvent } from '../server-events.ts'
import { keepTrying } from './retrying.ts'

/** Entries that are stored later may stand this far below newer ones: nodes write at the same time. */
const OVERLAP_MS = 60_000
const PAGE_SIZE = 50
/** Maximum number of entries that are sent after an interruption; older ones are left out, with a note. */
const MAX_CAUGHT_UP = 10_000
const LEFT_OUT = `More than ${MAX_CAUGHT_UP} are new. Older ones are left out.`
/** Time until a stream that ended is opened again. */
const REOPEN_MS = 1000

/** An entry of a list, which is ordered by these times. */
export type Entry<Value> = { id: string; at: number; value: Value }

/** A list, newest first, and the stream that tells when it has new entries. */
export type Source<Value> = {
  streamUrl: string
  /** The address of the list, without a page. */
  listUrl: string
  key: string
  /** Returns true when the list may have new entries. */
  isNews(event: ServerEvent): boolean
  /** Reads an entry; a null `value` is passed over. */
  toEntry(item: unknown): Entry<Value | null>
}

/** The reader of a source. */
export type Follower<Value> = {
  console: Console
  signal: AbortSignal
  /** Number of the last entries that come first. */
  replay: number
  /** Called once, when every entry that is stored from now on will come. */
  onReady(): void
  /** Gets each entry once, oldest first; once more after it has thrown. Returns false to end. */
  handle(value: Value): Promise<boolean>
}

/**
 * Passes the entries of a list on as they are stored, each once, until `handle` returns false or the signal is aborted. The
 * stream only says when to look: after an interruption the list tells what came meanwhile.
 */
export async function follow<Value>(source: Source<Value>, follower: Follower<Value>): Promise<void> {
  const { console, signal, replay, onReady, handle } = follower
  /** Times of the entries that were passed on or over, by id, as far as lists still reach them. */
  const known = new Map<string, number>()
  let newest = Number.NEGATIVE_INFINITY
  let isReady = false

  /** Lists entries that are not known, newest first; at the start, at least the last `replay` ones. */
  async function listUnknown(): Promise<Entry<Value | null>[]> {
    const floor = newest - OVERLAP_MS
    const found: Entry<Value | null>[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { entries, next } = await loadPage(source, cursor)
      cursor = next
      found.push(...entries.filter(({ id, at }) => !known.has(id) && at >= floor))
      const oldest = entries.at(-1)?.at ?? Number.POSITIVE_INFINITY
      const end = isReady ? floor : (found[0]?.at ?? 0) - OVERLAP_MS
      if (oldest < end && (isReady || hasEnough(found, replay))) return found
      if (cursor === null || found.length < MAX_CAUGHT_UP) continue
      if (isReady) console.note(console.paint.yellow(LEFT_OUT))
      return found
    }
    return found
  }

  function remember({ id, at }: Entry<unknown>): void {
    known.set(id, at)
    newest = Math.max(newest, at)
  }

  function forgetOld(): void {
    for (const [id, at] of known) if (at < newest - OVERLAP_MS) known.delete(id)
  }

  async function passOn(entries: readonly Entry<Value | null>[]): Promise<boolean> {
    for (const entry of entries) {
      if (signal.aborted) return false
      if (entry.value !== null && !(await handle(entry.value))) return false
      // Not before: what could not be passed on comes again with the list.
      remember(entry)
    }
    forgetOld()
    return true
  }

  /** Passes on what is new. Returns false to end. */
  async function catchUp(): Promise<boolean> {
    const found = await listUnknown()
    if (isReady) return passOn(found.reverse())
    const wanted = found.filter(({ value }) => value !== null).slice(0, replay)
    found.forEach(remember)
    isReady = true
    onReady()
    return passOn(wanted.reverse())
  }

  await keepTrying(
    async (begun) => {
      const leaving = new AbortController()
      try {
        // The stream is opened first, so that nothing falls between the two.
        const stream = await openStream(source.streamUrl, {
          key: source.key,
          headers: { Accept: 'text/event-stream' },
          signal: AbortSignal.any([signal, leaving.signal]),
        })
        const news = watch(stream, source.isNews)
        do {
          if (!(await catchUp())) return 'done'
          begun()
        } while (await news.next())
        await setTimeout(REOPEN_MS, undefined, { signal })
        return 'again'
      } finally {
        leaving.abort()
      }
    },
    { console, signal },
  )
}

function hasEnough(entries: readonly Entry<unknown>[], wanted: number): boolean {
  return entries.filter(({ value }) => value !== null).length >= wanted
}

async function loadPage<Value>({ listUrl, key, toEntry }: Source<Value>, cursor: string | undefined) {
  const url = new URL(listUrl)
  url.searchParams.set('limit', String(PAGE_SIZE))
  if (cursor !== undefined) url.searchParams.set('cursor', cursor)
  const { json } = await call(url.href, { key, expects: ['data'] })
  const { data, next_cursor: next } = json as { data: unknown[]; next_cursor: string | null }
  return { entries: data.map(toEntry), next }
}

/**
 * Reads a stream while its reader does something else. `next` waits for news, however many of them there are, and returns
 * false at the end of the stream.
 */
function watch(stream: Response, isNews: Source<unknown>['isNews']) {
  let hasNews = false
  let failure: unknown = null
  let isOver = false
  let wake = () => {}
  async function read(): Promise<void> {
    for await (const event of readServerEvents(stream)) {
      if (!isNews(event)) continue
      hasNews = true
      wake()
    }
  }
  read()
    .catch((error: unknown) => {
      failure = error
    })
    .finally(() => {
      isOver = true
      wake()
    })
  return {
    async next(): Promise<boolean> {
      if (!hasNews && !isOver)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      if (!hasNews && failure !== null) throw failure
      const isOpen = hasNews
      hasNews = false
      return isOpen
    },
  }
}
