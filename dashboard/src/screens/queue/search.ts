/** Tabs of a queue; the selected one is in the URL. */
const QUEUE_VIEWS = ['overview', 'dead', 'snippets', 'keys', 'settings'] as const
export type QueueView = (typeof QUEUE_VIEWS)[number]

export function readQueueSearch({ view }: Record<string, unknown>): { view?: QueueView | undefined } {
  return { view: QUEUE_VIEWS.find((one) => one === view) }
}
