/** A server-sent event: its name, and its data as JSON. */
export type ServerEvent = { name: string; data: unknown }

/** Reads the server-sent events of a response until it ends; throws when it is cut. */
export async function* readServerEvents({ body }: Response): AsyncGenerator<ServerEvent> {
  if (!body) return
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1]
      if (name !== undefined) yield { name, data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') }
    }
  }
}
