import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { openSite, startSite } from '../support/browser/site.ts'
import { ownerWithFiles, PDF } from '../support/fixtures/files.ts'
import { startService, type TestService } from '../support/service/service.ts'

const MODULES = path.join(import.meta.dirname, 'node_modules')
const SCRIPTS = {
  htmx: 'htmx.org/dist/htmx.min.js',
  htmx2: 'htmx-2/dist/htmx.min.js',
  turbo: '@hotwired/turbo/dist/turbo.es2017-umd.js',
  unpoly: 'unpoly/unpoly.min.js',
} as const
type Library = keyof typeof SCRIPTS

const skip =
  withoutBrowser || (existsSync(path.join(MODULES, SCRIPTS.htmx)) ? false : 'npm run clients was not run')

type Pages = Record<string, { type: string; body: string }>
type Site = { library: Library; body: string; head?: string }

/** A service behind a proxy that also serves a site: both are on one origin. */
async function startBehindProxy(t: TestContext) {
  const pages: Pages = {}
  let port = 0
  const proxy = await openSite(
    createServer((incoming, response) => {
      const page = pages[incoming.url ?? '']
      if (page) {
        response.writeHead(200, { 'content-type': page.type }).end(page.body)
        return
      }
      const { method, url, headers } = incoming
      const forwarded = request({ port, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      incoming.pipe(forwarded)
    }),
  )
  t.after(() => proxy[Symbol.asyncDispose]())
  const service = await startService({ env: { FORMSLOT_BASE_URL: proxy.origin } })
  t.after(() => service.close())
  port = service.port
  const show = async (site: Site): Promise<Page> => {
    Object.assign(pages, await pagesOf(site))
    return openPage(t, `${proxy.origin}/site/`)
  }
  return { service, endpoint: await service.createEndpoint(), show }
}

/** Opens a page of another origin. */
async function openElsewhere(t: TestContext, site: Site): Promise<Page> {
  const server = await startSite(await pagesOf(site))
  t.after(() => server[Symbol.asyncDispose]())
  return openPage(t, `${server.origin}/site/`)
}

async function openPage(t: TestContext, address: string): Promise<Page> {
  const browser = await openBrowser()
  t.after(() => browser[Symbol.asyncDispose]())
  const page = await (await browser.newContext()).newPage()
  await page.goto(address)
  return page
}

async function pagesOf({ library, head = '', body }: Site): Promise<Pages> {
  const page = (main: string) => ({
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><head><title>Our site</title>${head}<script src="/site/library.js"></script></head>
<body><main>${main}</main></body></html>`,
  })
  return {
    '/site/': page(body),
    '/site/done': page('<h1>Done at our site</h1>'),
    '/site/library.js': {
      type: 'text/javascript',
      body: await readFile(path.join(MODULES, SCRIPTS[library]), 'utf8'),
    },
  }
}

const FIELDS = '<input name="message"><button>Send</button>'

async function send(page: Page, message: string): Promise<void> {
  await page.fill('[name=message]', message)
  await page.click('button')
}

/**
 * Sends a form that is refused, which keeps what was typed, and then one that is accepted.
 *
 * @param place beginning of the selector of the answers
 */
async function sendRefusedThenAccepted(page: Page, place: 'form > ' | ''): Promise<void> {
  await rename(page, { from: 'message', to: '_next' })
  await page.fill('[name=_next]', 'typed')
  await page.click('button')
  await page.waitForSelector(`${place}[data-formslot=refused]`)
  assert.equal(await page.inputValue('form [name=_next]'), 'typed')
  await rename(page, { from: '_next', to: 'message' })
  await send(page, 'Hello')
  await page.waitForSelector(`${place}[data-formslot=sent]`)
}

/** Number of submissions that were stored. */
async function countStored(service: TestService): Promise<number> {
  const [row] = await service.sql('SELECT count(*) AS stored FROM submissions')
  return Number(row?.stored)
}

test('htmx shows the answer in its form, and keeps the form when it is refused', { skip }, async (t) => {
  const { service, endpoint, show } = await startBehindProxy(t)
  const page = await show({
    library: 'htmx',
    body: `<form hx-post="${endpoint.endpoint_url}">${FIELDS}</form>`,
  })
  await sendRefusedThenAccepted(page, 'form > ')
  assert.equal(await page.title(), 'Our site')
  assert.equal(await page.locator('[name=message]').count(), 0)
  assert.equal(await countStored(service), 1)
})

test('htmx of another site shows the answer, and goes to the page after the form', { skip }, async (t) => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  const site = { library: 'htmx', head: '<meta name="htmx-config" content=\'{"mode":"cors"}\'>' } as const
  const form = `<form hx-post="${endpoint.endpoint_url}">${FIELDS}`
  const plain = await openElsewhere(t, { ...site, body: `${form}</form>` })
  await send(plain, 'Hello')
  await plain.waitForSelector('form > [data-formslot=sent]')
  const next = '<input type="hidden" name="_next" value="/site/done"></form>'
  const page = await openElsewhere(t, { ...site, body: `${form}${next}` })
  await send(page, 'Hello')
  await page.waitForSelector('text=Done at our site')
  assert.equal(await countStored(service), 2)
})

test('htmx 2 shows a refusal where the page has the attribute of the guide, or form.js', {
  skip,
}, async (t) => {
  await using service = await startService()
  const { endpoint_url: url } = await service.createEndpoint()
  const guide = await readFile(path.resolve(import.meta.dirname, '../../docs/forms.md'), 'utf8')
  const [, attribute = ''] = /`(hx-on::[^`]+)`/.exec(guide) ?? []
  const config = '<meta name="htmx-config" content=\'{"selfRequestsOnly":false}\'>'
  const script = `<script src="${service.base}/form.js" defer></script>`
  const answer = '<div id="answer"></div>'
  for (const [body, head] of [
    [`<form hx-post="${url}" ${attribute}>${FIELDS}</form>`, config],
    [`<form hx-post="${url}">${FIELDS}</form>`, config + script],
    [
      `<form action="${url}" method="post" hx-post="${url}" hx-target="#answer">${FIELDS}</form>${answer}`,
      config + script,
    ],
  ] as const) {
    const page = await openElsewhere(t, { library: 'htmx2', body, head })
    await sendRefusedThenAccepted(page, '')
  }
  assert.equal(await countStored(service), 3)
})

test('Turbo shows the receipt, the page after the form, and a refusal', { skip }, async (t) => {
  const { service, endpoint, show } = await startBehindProxy(t)
  const form = `<form method="post" action="${endpoint.endpoint_url}">${FIELDS}`
  const page = await show({ library: 'turbo', body: `${form}</form>` })
  const navigations: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) navigations.push(request.url())
  })
  await send(page, 'Hello')
  await page.waitForSelector('h1:has-text("Thank you")')
  // Turbo changes the address after the page.
  await page.waitForURL(/\/r\/\w{58}$/, { waitUntil: 'commit' })
  const next = '<input type="hidden" name="_next" value="/site/done"></form>'
  const toOwn = await show({ library: 'turbo', body: `${form}${next}` })
  await send(toOwn, 'Hello')
  await toOwn.waitForSelector('text=Done at our site')
  const refused = await show({ library: 'turbo', body: `${form}</form>` })
  await rename(refused, { from: 'message', to: '_next' })
  await refused.click('button')
  await refused.waitForSelector('text=fields_missing')
  assert.deepEqual(navigations, [], 'Turbo, not the browser, showed the answers')
  assert.equal(await countStored(service), 2)
})

test('a Turbo frame shows the answer in its place', { skip }, async (t) => {
  const { service, endpoint, show } = await startBehindProxy(t)
  const page = await show({
    library: 'turbo',
    body: `<h1>Contact</h1><turbo-frame id="contact"><form method="post" action="${endpoint.endpoint_url}">${FIELDS}</form></turbo-frame>`,
  })
  await send(page, 'Hello')
  await page.waitForSelector('turbo-frame#contact > [data-formslot=sent]')
  assert.equal(await page.locator('h1').textContent(), 'Contact')
  assert.equal(await countStored(service), 1)
})

test('Unpoly shows the receipt, the page after the form, and a refusal', { skip }, async (t) => {
  const { service, endpoint, show } = await startBehindProxy(t)
  const form = `<form method="post" up-submit action="${endpoint.endpoint_url}">${FIELDS}`
  const page = await show({ library: 'unpoly', body: `${form}</form>` })
  await send(page, 'Hello')
  await page.waitForSelector('h1:has-text("Thank you")')
  const next = '<input type="hidden" name="_next" value="/site/done"></form>'
  const toOwn = await show({ library: 'unpoly', body: `${form}${next}` })
  await send(toOwn, 'Hello')
  await toOwn.waitForSelector('text=Done at our site')
  const refused = await show({ library: 'unpoly', body: `${form}</form>` })
  await rename(refused, { from: 'message', to: '_next' })
  await refused.click('button')
  await refused.waitForSelector('text=fields_missing')
  assert.equal(await countStored(service), 2)
})

/** Renames a field: nothing but fields with a reserved name is refused. */
async function rename(page: Page, { from, to }: { from: string; to: string }): Promise<void> {
  await page.locator(`[name=${from}]`).evaluate((field, name) => field.setAttribute('name', name), to)
}

/** A form with a file, as each library has it. */
const FILE_FORMS: Readonly<Record<Library, string>> = {
  htmx: '<form hx-post="FORM" hx-encoding="multipart/form-data">',
  htmx2: '<form hx-post="FORM" hx-encoding="multipart/form-data">',
  turbo: '<form method="post" action="FORM" enctype="multipart/form-data">',
  unpoly: '<form method="post" up-submit action="FORM" enctype="multipart/form-data">',
}

for (const library of ['htmx', 'htmx2', 'turbo', 'unpoly'] as const) {
  test(`${library} sends files, and shows why one is refused`, { skip }, async (t) => {
    const { service, show } = await startBehindProxy(t)
    const { owner } = await ownerWithFiles(service)
    const open = FILE_FORMS[library].replace('FORM', owner.endpoint.endpoint_url)
    const form = `${open}<input type="file" name="cv" multiple>${FIELDS}</form>`
    // Version 2 of htmx shows refusals with the script alone.
    const head = library === 'htmx2' ? `<script src="${service.base}/form.js" defer></script>` : ''
    const large = Buffer.concat([PDF, Buffer.alloc(1024 * 1024)])
    const choose = (page: Page, ...names: string[]) =>
      page.setInputFiles(
        '[name=cv]',
        names.map((name) => ({ name, mimeType: '', buffer: large })),
      )
    const refused = await show({ library, head, body: form })
    await choose(refused, 'a.png')
    await send(refused, 'Hello')
    await refused.getByText(/kind/).first().waitFor()
    const page = await show({ library, head, body: form })
    await choose(page, 'a.pdf', 'b.pdf')
    await send(page, 'Hello')
    await page
      .getByText(/Thank you/)
      .first()
      .waitFor()
    const [newest] = Object((await owner.get('/submissions')).json).data
    assert.deepEqual(newest.fields, [['message', 'Hello']])
    assert.deepEqual(
      newest.files.map((file: Record<string, unknown>) => [file.field, file.name, file.bytes]),
      [
        ['cv', 'a.pdf', large.length],
        ['cv', 'b.pdf', large.length],
      ],
    )
  })
}
