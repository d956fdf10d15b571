import type { Answer } from './submission.ts'

type Post = {
  headers: Record<string, string>
  body: FormData
  /** Called with the number of bytes that are left to send. */
  report?: ((leftBytes: number) => void) | undefined
}

/** An answer, which is null where none came. */
type Response = { status: number; answer: Answer; getHeader(name: string): string | null }

export const TIMEOUT_MS = 30_000

/** Posts a body. Without `report` it waits half a minute in all, otherwise half a minute for each step. */
export async function postBody(url: string, { headers, body, report }: Post): Promise<Response> {
  if (!report) {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    return {
      status: response.status,
      answer: await response.json(),
      getHeader: (name) => response.headers.get(name),
    }
  }
  // `fetch` reports no progress of a request.
  const request = new XMLHttpRequest()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => request.abort(), TIMEOUT_MS)
  }
  request.upload.onprogress = ({ loaded, total }) => {
    wait()
    report(total - loaded)
  }
  request.open('POST', url)
  request.responseType = 'json'
  for (const name in headers) request.setRequestHeader(name, headers[name] ?? '')
  request.send(body)
  wait()
  await new Promise((resolve) => {
    request.onloadend = resolve
  })
  clearTimeout(timer)
  return {
    status: request.status,
    answer: request.response,
    getHeader: (name) => request.getResponseHeader(name),
  }
}
