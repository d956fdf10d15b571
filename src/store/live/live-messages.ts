import { z } from 'zod'
import { type Notification, toNotification } from './notifications.ts'

/** What nodes tell one another. */
export type LiveMessage =
  /** Somebody looks on at these accounts here; said again while it is so. */
  | { kind: 'watch'; accounts: readonly number[] }
  /** Who looks on, and at what? Asked by a node that has not heard until now. */
  | { kind: 'who' }
  | { kind: 'news'; news: readonly Notification[] }

/** PostgreSQL takes payloads shorter than 8000 bytes; ids and keys are ASCII. */
const MAX_BYTES = 7900

/** An account, or the place of events; an endpoint, null for anything of the account, `''` for who has access to it; submissions or batches, none for a change. */
const ITEM = z.tuple([z.number(), z.string().nullable(), z.array(z.number())])
const from = z.string()
const MESSAGE = z.discriminatedUnion('kind', [
  z.object({ from, kind: z.literal('watch'), of: z.array(z.number()) }),
  z.object({ from, kind: z.literal('who') }),
  z.object({ from, kind: z.literal('news'), of: z.array(ITEM) }),
])

/** A message as texts, as many as it takes. */
export function textsOf(node: string, message: LiveMessage): string[] {
  const head = { from: node, kind: message.kind }
  switch (message.kind) {
    case 'who':
      return [JSON.stringify(head)]
    case 'watch':
      return packed(
        head,
        message.accounts.map((account) => String(account)),
      )
    case 'news':
      return packed(head, message.news.map(itemOf))
  }
}

/** The message in a text of another node; null for our own, and for what a node of another version may say. */
export function readMessage(node: string, text: string): LiveMessage | null {
  const read = MESSAGE.safeParse(parsed(text))
  if (!read.success || read.data.from === node) return null
  const message = read.data
  switch (message.kind) {
    case 'who':
      return { kind: 'who' }
    case 'watch':
      return { kind: 'watch', accounts: message.of }
    case 'news':
      return { kind: 'news', news: message.of.map(newsIn) }
  }
}

function itemOf({ accountKey, event }: Notification): string {
  switch (event.kind) {
    case 'submission':
      return JSON.stringify([accountKey, event.endpointId, event.submissionKeys])
    case 'events':
      return JSON.stringify([accountKey, event.endpointId, event.batchKeys])
    case 'changed':
      return JSON.stringify([accountKey, event.endpointId, []])
    case 'access':
      return JSON.stringify([accountKey, '', []])
  }
}

function newsIn([accountKey, endpointId, submissionKeys]: z.infer<typeof ITEM>): Notification {
  if (endpointId === '') return { accountKey, event: { kind: 'access' } }
  return endpointId !== null && submissionKeys.length > 0
    ? toNotification(accountKey, endpointId, submissionKeys)
    : { accountKey, event: { kind: 'changed', endpointId } }
}

/** A head and a list of items, as many texts as it takes for each to be short enough. One item always is. */
function packed(head: { from: string; kind: string }, items: readonly string[]): string[] {
  const begin = `${JSON.stringify(head).slice(0, -1)},"of":[`
  const end = ']}'
  const texts: string[] = []
  let list = ''
  for (const item of items) {
    if (list !== '' && begin.length + list.length + 1 + item.length + end.length > MAX_BYTES) {
      texts.push(begin + list + end)
      list = ''
    }
    list += list === '' ? item : `,${item}`
  }
  if (list !== '') texts.push(begin + list + end)
  return texts
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
