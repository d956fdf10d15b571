import { ADA, type TestService } from './service.ts'

/** What a page of ours sends along. */
export const FROM_HERE = { 'sec-fetch-site': 'same-origin' }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/**
 * Signs an owner in as a person does who presses "Open dashboard" on the page of the claim. Calls go out with the cookie
 * and as from a page of ours; `with` says otherwise.
 */
export async function signIn(service: TestService, mailbox = ADA) {
  const endpoint = await service.createEndpoint(mailbox)
  await service.submit(endpoint, { message: 'the first' })
  const claim = await service.linkIn('claim')
  const opened = await service.post(`${claim}/open`, {
    headers: { ...FROM_HERE, accept: 'text/html', 'user-agent': FIREFOX },
  })
  const cookie = opened.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`nobody was signed in: ${opened.status} ${opened.text}`)
  return { endpoint, cookie, ...callsOf(service, { cookie, ...FROM_HERE }) }
}

export type Owner = Awaited<ReturnType<typeof signIn>>

/** Calls to the owner API, paths under `/api/v1`, with these headers. */
export function callsOf(service: TestService, credentials: Record<string, string>) {
  const call =
    (method: string) =>
    (path: string, json?: unknown, headers: Record<string, string> = {}) =>
      service.post(`/api/v1${path}`, {
        method,
        ...(json === undefined ? {} : { json }),
        headers: { ...credentials, ...headers },
      })
  const get = (path: string, headers: Record<string, string> = {}) => call('GET')(path, undefined, headers)
  return { get, head: call('HEAD'), post: call('POST'), patch: call('PATCH'), delete: call('DELETE') }
}
