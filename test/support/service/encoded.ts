import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { TestService } from './service.ts'

/** Requests a path and returns the bytes of the answer as they were sent; `fetch` would decompress them. */
export async function getEncoded(
  service: TestService,
  path: string,
  encodings: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      service.base + path,
      { headers: { 'accept-encoding': encodings, ...headers } },
      (answer) => {
        buffer(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
          reject,
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}
