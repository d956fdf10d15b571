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

/** A browser: it keeps cookies, and sends forms as from the page that it shows. */
export function openBrowserOf(service: TestService, userAgent = FIREFOX) {
  const cookies = new Map<string, string>()

  async function send(
    method: string,
    address: string,
    request: { form?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await service.post(address, {
      method,
      ...(request.form ? { form: request.form } : {}),
      headers: {
        accept: 'text/html',
        'user-agent': userAgent,
        ...FROM_HERE,
        ...(cookie === '' ? {} : { cookie }),
        ...request.headers,
      },
    })
    for (const given of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  return {
    cookies,
    get: (address: string, headers: Record<string, string> = {}) => send('GET', address, { headers }),
    post: (address: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      send('POST', address, { form, headers }),
    /** Whose session it has; null without one. */
    async mailbox() {
      const me = await send('GET', '/api/v1/me', { headers: { accept: 'application/json' } })
      return me.status === 200 ? String(me.json.mailbox) : null
    },
  }
}

/** The code in the newest email. */
export async function codeIn(service: TestService): Promise<string> {
  await service.deliver()
  const newest = (await service.emails()).at(-1)
  const code = newest?.text?.match(/^[0-9A-HJKMNP-TV-Z]{8}$/m)?.[0]
  if (!code) throw new Error(`no code in the newest email: ${newest?.text}`)
  return code
}

/** Makes a mailbox own something, without anybody signing in. */
export async function claimFor(service: TestService, mailbox = ADA) {
  const endpoint = await service.createEndpoint(mailbox)
  await service.submit(endpoint, { message: 'the first' })
  await service.get(await service.linkIn('claim'), { accept: 'text/html' })
  return endpoint
}
