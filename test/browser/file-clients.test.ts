import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { allSnippets } from '../../src/snippets/all-snippets.ts'
import { readFilesFact } from '../../src/snippets/file-input.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { html, startSite } from '../support/browser/site.ts'
import { JPEG, largePng, ownerWithFiles, PDF, PNG, sha256 } from '../support/fixtures/files.ts'
import { startService, type TestService } from '../support/service/service.ts'

const skip = withoutBrowser
const MIB = 1024 * 1024

const folder = mkdtempSync(path.join(tmpdir(), 'file-clients-'))
let service: TestService
let owned: Awaited<ReturnType<typeof ownerWithFiles>>
let browser: Awaited<ReturnType<typeof openBrowser>>

if (!skip) {
  before(async () => {
    service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
    owned = await ownerWithFiles(service)
    browser = await openBrowser()
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })
}

/** Opens a page of another site with this body. `FORM` stands for the address of the form, `ID` for its ID. */
async function open(body: string, options: BrowserContextOptions = {}) {
  const { endpoint_url: url, form_id: id } = owned.owner.endpoint
  const filled = body.replaceAll('FORM', url).replaceAll('BASE', service.base).replaceAll('ID', id)
  const site = await startSite({ '/': html(filled), '/thanks': html('<h1>Thanks</h1>') })
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(site.origin)
  return {
    page,
    origin: site.origin,
    async [Symbol.asyncDispose]() {
      await context.close()
      await site[Symbol.asyncDispose]()
    },
  }
}

/** Returns the fields of the newest submission by name, and its files as field, name, type and hash. */
async function readNewest() {
  const [newest] = Object((await owned.owner.get('/submissions')).json).data
  const files: Record<string, unknown>[] = newest.files
  return {
    fields: Object.fromEntries(newest.fields),
    files: files.map(({ field, name, type, sha256: hash }) => [field, name, type, hash]),
  }
}

type Chosen = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]

const file = (name: string, buffer: Buffer, mimeType = '') => ({ name, mimeType, buffer })
/** Writes a file that is too large to be passed to the browser in a moment. */
async function onDisk(name: string, bytes: Buffer): Promise<string> {
  const place = path.join(folder, name)
  await writeFile(place, bytes)
  return place
}
const reachesReceipt = (page: Page) => page.waitForURL(`${service.base}/r/*`)

test('a form without script sends several files, and leaves out an empty input', { skip }, async () => {
  await using opened = await open(
    `<form action="FORM" method="post" enctype="multipart/form-data"><input name="message"><input type="file" name="docs" multiple><input type="file" name="more"><button>Send</button></form>`,
    { javaScriptEnabled: false },
  )
  const { page } = opened
  const names = ['履歴書 📄.pdf', 'סיכום.png', `${'x'.repeat(296)}.png`]
  await page.fill('[name=message]', 'Hello')
  await page
    .locator('[name=docs]')
    .setInputFiles([
      file(names[0] ?? '', PDF),
      file(names[1] ?? '', PNG),
      file(names[2] ?? '', largePng(2 * MIB)),
    ])
  await page.click('button')
  await reachesReceipt(page)
  const { fields, files } = await readNewest()
  assert.deepEqual(fields, { message: 'Hello' })
  assert.deepEqual(
    files.map(([field, name, type]) => [field, name, type]),
    [
      ['docs', names[0], 'application/pdf'],
      ['docs', names[1], 'image/png'],
      ['docs', `${'x'.repeat(196)}.png`, 'image/png'],
    ],
  )
})

test('a form without script shows in a page why a file is refused', { skip }, async () => {
  await using opened = await open(
    `<form action="FORM" method="post" enctype="multipart/form-data"><input type="file" name="cv"><button>Send</button></form>`,
    { javaScriptEnabled: false, locale: 'en-US' },
  )
  const { page } = opened
  for (const [refused, text] of [
    [file('photo_\u202egnp.exe', Buffer.from('MZ\x90\0')), 'doesn’t accept files of this kind'],
    [await onDisk('large.png', largePng(12 * MIB)), 'A file is too large'],
  ] as const) {
    await page.locator('[name=cv]').setInputFiles(refused)
    await page.click('button')
    await page.getByRole('heading', { name: text }).waitFor()
    await page.goBack()
  }
})

test("a phone's camera sends its photo", { skip }, async () => {
  await using opened = await open(
    `<form action="FORM" method="post" enctype="multipart/form-data"><input type="file" name="photo" accept="image/*" capture="environment"><button>Send</button></form><script src="BASE/form.js"></script>`,
    { isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } },
  )
  const { page } = opened
  await page.locator('[name=photo]').setInputFiles(file('image.jpg', JPEG, 'image/jpeg'))
  await page.tap('button')
  await page.getByRole('status').getByText('Thank you!').waitFor()
  assert.deepEqual((await readNewest()).files, [['photo', 'image.jpg', 'image/jpeg', sha256(JPEG)]])
})

/** Forms with files as the public examples of the vendors have them, with their host changed as in the guide. */
const MARKUP: Readonly<Record<string, string>> = {
  Netlify: `<form name="application" action="FORM" method="post" netlify-honeypot="bot-field" data-netlify="true" enctype="multipart/form-data">
    <input type="hidden" name="form-name" value="application"><p hidden><label>Don’t fill this out: <input name="bot-field"></label></p>
    <p><label>Name <input type="text" name="name"></label></p><p><label>Resume <input name="resume" type="file"></label></p><button type="submit">Send</button></form>`,
  Web3Forms: `<form action="BASE/submit" method="POST" enctype="multipart/form-data"><input type="hidden" name="access_key" value="ID">
    <input type="text" name="name"><input type="checkbox" name="botcheck" style="display: none;"><input type="file" name="attachment"><button type="submit">Submit Form</button></form>`,
  Basin: `<form accept-charset="UTF-8" action="FORM" enctype="multipart/form-data" method="POST">
    <input type="text" name="name"><input type="file" name="resume"><input type="hidden" name="_gotcha"><button type="submit">Send</button></form>`,
  Getform: `<form action="FORM" method="POST" enctype="multipart/form-data"><input type="text" name="name"><input type="hidden" name="_gotcha" style="display:none !important">
    <input type="file" name="file"><button type="submit">Send</button></form>`,
  Formspree: `<form action="FORM" method="POST" enctype="multipart/form-data"><input type="text" name="name"><input type="file" name="upload"><button type="submit">Send</button></form>`,
}

for (const [vendor, markup] of Object.entries(MARKUP)) {
  test(`the markup of ${vendor} with a file works unchanged, with a small file and a large one`, {
    skip,
  }, async () => {
    for (const bytes of [PDF, Buffer.concat([PDF, Buffer.alloc(MIB)])]) {
      await using opened = await open(markup)
      const { page } = opened
      await page.fill('[name=name]', 'Jane')
      const input = page.locator('[type=file]')
      await input.setInputFiles(file('resume.pdf', bytes))
      const field = await input.getAttribute('name')
      await page.click('button')
      await reachesReceipt(page)
      const { fields, files } = await readNewest()
      assert.equal(fields.name, 'Jane')
      assert.deepEqual(files, [[field, 'resume.pdf', 'application/pdf', sha256(bytes)]])
    }
  })
}

test('the snippets of a form that takes files send them', { skip }, async () => {
  const { endpoint_url: endpointUrl } = owned.owner.endpoint
  const files = readFilesFact(Object((await service.get(endpointUrl)).json).files)
  assert.ok(files)
  for (const { title, code } of allSnippets({ endpointUrl, files })) {
    if (!['HTML', 'HTML and form.js', 'HTML and fetch'].includes(title)) continue
    await using opened = await open(code.replaceAll(/ integrity="[^"]*"/g, ''))
    const { page } = opened
    await page.getByLabel('Name').fill('Jane')
    await page.getByLabel('Email').fill('jane@acme.org')
    await page.getByLabel('Message').fill(title)
    await page
      .getByLabel('Files (up to 3, 5 MB each)')
      .setInputFiles([file('a.png', PNG), file('b.pdf', PDF)])
    await page.getByRole('button', { name: 'Send' }).click()
    if (title === 'HTML') await reachesReceipt(page)
    else await page.getByText('Thank you! Your message has been sent.').waitFor()
    const newest = await readNewest()
    assert.equal(newest.fields.message, title)
    assert.deepEqual(
      newest.files.map(([field, name]) => [field, name]),
      [
        ['attachment', 'a.png'],
        ['attachment', 'b.pdf'],
      ],
    )
  }
})

test('form.js shows at the input why the service refuses a file, also while it is still sending', {
  skip,
}, async () => {
  await using opened = await open(
    `<form action="FORM" method="post"><label>CV <input type="file" name="cv" multiple></label><button>Send</button></form><script src="BASE/form.js"></script>`,
    { locale: 'en-US' },
  )
  const { page } = opened
  for (const [files, text] of [
    [[file('cv.pdf', Buffer.from('<html>'))], 'This form doesn’t accept files of this kind'],
    [await onDisk('cv.png', largePng(5 * MIB + 1)), 'A file is too large'],
    [[1, 2, 3, 4].map((number) => file(`${number}.png`, PNG)), 'Too many files are attached'],
  ] satisfies [Chosen, string][]) {
    await page.locator('[name=cv]').setInputFiles(files)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('alert').filter({ hasText: text }).waitFor()
  }
  await page.locator('[name=cv]').setInputFiles(file('cv.pdf', PDF))
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('status').getByText('Thank you!').waitFor()
})
