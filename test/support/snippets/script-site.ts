import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { openBrowser } from '../browser/browser.ts'
import { openSite } from '../browser/site.ts'
import { signIn } from '../fixtures/owner.ts'
import { type Endpoint, startService, type TestService } from '../service/service.ts'
import { openArrivals } from './arrivals.ts'

/** A page of a stranger's site with a form that `/form.js` sends, under a strict policy. */
export async function openScriptSite(options: { challenge?: 'required' } = {}) {
  await using opening = new AsyncDisposableStack()
  const service = opening.use(await startService())
  const endpoint = options.challenge
    ? await createGuardedEndpoint(service, options.challenge)
    : await service.createEndpoint()
  let form = ''
  let fields = FIELDS
  let connect = service.base
  const server = createServer((request, response) => {
    const isPage = request.url !== '/favicon.ico'
    response.writeHead(isPage ? 200 : 204, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        `default-src 'none'; script-src ${service.base}; connect-src ${connect}; form-action ${service.base}`,
        "require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'",
      ].join('; '),
    })
    const body =
      request.url === '/thanks'
        ? '<h1>Thanks</h1>'
        : `<h1>Contact</h1><form action="${endpoint.endpoint_url}" method="post" ${form}>${fields}<button>Send</button></form>`
    response.end(
      isPage
        ? `<!doctype html><html lang="en"><title>Contact</title><script src="${service.base}/form.js" defer></script><main>${body}</main></html>`
        : '',
    )
  })
  const site = opening.use(await openSite(server))
  const browser = opening.use(await openBrowser())
  const arrivals = opening.use(await openArrivals(service))
  const open = opening.move()
  return {
    address: `${site.origin}/`,
    browser,
    endpoint,
    service,
    /** Sets the attributes and the fields of the form on pages that are loaded from now on. */
    show(shown: { form?: string; fields?: string; connect?: string }) {
      form = shown.form ?? ''
      fields = shown.fields ?? FIELDS
      connect = shown.connect ?? service.base
    },
    /** Texts of the messages that are stored, after the first `count`. */
    async stored(count = 0): Promise<(string | undefined)[]> {
      const all = await arrivals.since(count)
      return all.map(({ fields: stored }) => stored.find(([name]) => name === 'message')?.[1])
    },
    arrivedSince: arrivals.since,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Creates an endpoint whose owner asks for a proof of work. */
async function createGuardedEndpoint(service: TestService, challenge: 'required'): Promise<Endpoint> {
  const ada = await signIn(service)
  const answer = await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { challenge })
  if (answer.status !== 200) throw new Error(`the challenge was answered ${answer.status}: ${answer.text}`)
  return ada.endpoint
}

const FIELDS = `<p><label>Email <input type="email" name="email" required></label></p>
<p><label>Message <textarea name="message" required></textarea></label></p>`

/** Types a message and presses the button. */
export async function sendMessage(page: Page, message: string): Promise<void> {
  await page.getByLabel('Email').fill('jane@acme.org')
  await page.getByLabel('Message').fill(message)
  await page.getByRole('button', { name: 'Send' }).click()
}
