import { until } from './until.ts'

export type SentEvent = { event: string; data: unknown }

/** Reads server-sent events as the standard describes. */
export async function follow(address: string, headers: Record<string, string>) {
  const leaving = new AbortController()
  const answer = await fetch(address, { headers, signal: leaving.signal })
  const events: SentEvent[] = []
  const read = { events, comments: 0, retry: 0, ended: false, cut: false }

  function readBlock(block: string): void {
    const sent = { event: 'message', data: '' }
    for (const line of block.split('\n')) {
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
      if (field === '') read.comments += 1
      if (field === 'retry') read.retry = Number(value)
      if (field === 'event') sent.event = value
      if (field === 'data') sent.data = value
    }
    if (sent.data !== '') events.push({ event: sent.event, data: JSON.parse(sent.data) })
  }

  async function readAll(): Promise<void> {
    if (!answer.body) return
    let text = ''
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      blocks.forEach(readBlock)
    }
  }

  const over = readAll().then(
    () => {
      read.ended = true
    },
    () => {
      read.cut = true
    },
  )
  return {
    status: answer.status,
    headers: answer.headers,
    read,
    events,
    named: (name: string) => events.filter((sent) => sent.event === name).map((sent) => sent.data),
    until: (isSo: () => boolean) => until(isSo),
    /** Settles when the stream has ended, or was cut. */
    over,
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await over
    },
  }
}
