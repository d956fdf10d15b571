import { createServer, type RequestListener } from 'node:http'

/** A server that is not Formslot, closed at the end of the test. */
export async function startOtherServer(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = Object(server.address())
  async function close(): Promise<void> {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  return { base: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close }
}
