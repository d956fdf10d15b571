import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findingsOn } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { openFileReceiver } from '../support/snippets/file-receiver.ts'

const skip = withoutBrowser
const MIB = 1024 * 1024
/** More than the buffers of the network hold, so that a receiver that stops reading stops the browser. */
const LARGE_BYTES = 24 * MIB
const FORM = `<form action="/f/f_1" method="post" enctype="multipart/form-data">
<p><label>Message <textarea name="message" required></textarea></label></p>
<p><label>Files <input type="file" name="attachment" multiple accept=".png,.txt, image/gif,video/*" data-max-files="3" data-max-bytes="${LARGE_BYTES}" data-max-total-bytes="${3 * LARGE_BYTES}"></label></p>
<p><label>CV <input type="file" name="cv"></label></p>
<button>Send</button></form>`
const SENT = 'Thank you! Your message has been sent.'
const FAILED =
  'Your files couldn’t be sent. Check your connection and try again. If you leave this page, choose your files again.'

let receiver: Awaited<ReturnType<typeof openFileReceiver>>
let browser: Awaited<ReturnType<typeof openBrowser>>
const folder = mkdtempSync(path.join(tmpdir(), 'form-files-'))

if (!skip) {
  before(async () => {
    receiver = await openFileReceiver(FORM)
    browser = await openBrowser()
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })
}

/** Opens the page in a language. */
async function open(language = 'en') {
  receiver.received.length = 0
  receiver.readUntil(Infinity)
  receiver.answer()
  const context = await browser.newContext()
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => faults.push(message.text()))
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(`${receiver.origin}/${language}`)
  await page.locator('textarea').fill('Hello')
  return { page, faults, [Symbol.asyncDispose]: () => context.close() }
}

/** Makes a file of a size, which takes no space on most disks. */
function makeFile(name: string, bytes = 10): string {
  const file = path.join(folder, name)
  writeFileSync(file, '')
  truncateSync(file, bytes)
  return file
}

const choose = (page: Page, ...files: string[]) => page.locator('[name=attachment]').setInputFiles(files)
const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click()
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor()
const thanks = (page: Page) => page.getByRole('status').getByText(SENT).waitFor()

test('sends files without leaving the page, after the texts, and no empty ones', { skip }, async () => {
  await using opened = await open()
  const { page, faults } = opened
  await choose(page, makeFile('a.png'), makeFile('b.txt', 20))
  await send(page)
  await thanks(page)
  assert.equal(page.url(), `${receiver.origin}/en`)
  const [first, ...others] = receiver.received
  assert.deepEqual(others, [])
  assert.deepEqual(
    first?.parts.filter(([name]) => name !== '_t'),
    [
      ['message', 'Hello'],
      ['attachment', ['a.png', 10]],
      ['attachment', ['b.txt', 20]],
    ],
  )
  assert.equal(await page.locator('[name=attachment]').inputValue(), '', 'the form is emptied')
  assert.equal(await page.locator('progress').count(), 0)
  assert.deepEqual(faults, [])
})

test('shows how much of each file is sent', { skip }, async () => {
  await using opened = await open()
  const { page } = opened
  await choose(
    page,
    makeFile('one.png', LARGE_BYTES),
    makeFile('two.png', LARGE_BYTES),
    makeFile('empty.txt', 0),
  )
  receiver.readUntil(1)
  await send(page)
  const bar = (name: string) => page.getByRole('progressbar', { name })
  const position = (name: string) =>
    bar(name).evaluate((element) => (element as HTMLProgressElement).position)
  await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0)
  const first = await position('one.png')
  assert.ok(first > 0 && first < 1, `${first}`)
  assert.equal(await position('two.png'), 0)
  assert.deepEqual(await findingsOn(page), [])
  assert.equal(await page.locator('form').getAttribute('aria-busy'), 'true')
  const live = page.locator('[aria-live=polite]')
  assert.equal(await live.locator('progress').count(), 3)
  assert.equal(await live.locator('xpath=ancestor::form').count(), 0, 'a busy form may silence it')
  receiver.readUntil(LARGE_BYTES + MIB)
  await page.getByText('one.png\u2069 ✓').waitFor()
  assert.equal(await position('one.png'), 1)
  const second = await position('two.png')
  assert.ok(second > 0 && second < 1, `${second}`)
  assert.equal(await page.getByText('✓').count(), 1)
  receiver.readUntil(Infinity)
  await thanks(page)
  assert.equal(await page.locator('progress').count(), 0)
})

test('shows the bars in the place that the page chose', { skip }, async () => {
  await using opened = await open()
  const { page } = opened
  await page.locator('form').evaluate((form) => {
    const own = document.createElement('div')
    own.dataset.formProgress = own.id = 'own'
    form.prepend(own)
  })
  receiver.readUntil(1)
  await choose(page, makeFile('a.png', LARGE_BYTES))
  await send(page)
  await page.locator('#own progress').waitFor()
  receiver.readUntil(Infinity)
  await thanks(page)
})

test('refuses too many, too large and other files before anything is sent, at their input', {
  skip,
}, async () => {
  await using opened = await open()
  const { page } = opened
  const input = page.locator('[name=attachment]')
  const refused = async (files: string[], text: string) => {
    await choose(page, ...files)
    await send(page)
    await alert(page, text)
    assert.equal(await input.getAttribute('aria-invalid'), 'true')
    assert.equal(await input.evaluate((element) => element === document.activeElement), true)
  }
  const small = ['a.png', 'b.PNG', 'c.txt', 'd.txt'].map((name) => makeFile(name))
  await refused(small, 'Too many files. Maximum: 3.')
  assert.deepEqual(await findingsOn(page), [])
  await refused(
    [makeFile('big.png', LARGE_BYTES + 1), makeFile('a.png')],
    'Too large: \u2068big.png\u2069. Maximum: 24 MB.',
  )
  await refused(
    [makeFile('a.exe'), makeFile('b.png'), makeFile('png')],
    'Files of this kind aren’t accepted: \u2068a.exe\u2069, \u2068png\u2069.',
  )
  await page
    .locator('[name=attachment]')
    .evaluate((element) => element.setAttribute('data-max-total-bytes', '1572864'))
  await refused(
    [makeFile('a.png', MIB), makeFile('b.png', MIB)],
    'Too large: \u2068a.png\u2069, \u2068b.png\u2069. Maximum: 1.5 MB.',
  )
  assert.deepEqual(receiver.received, [])
  await choose(page, makeFile('a.png', MIB), makeFile('d.gif'), makeFile('e.mp4', MIB / 2 - 10))
  await send(page)
  await thanks(page)
  assert.equal(await input.getAttribute('aria-invalid'), null)
  assert.equal(receiver.received.length, 1)
})

test('says so in the language of the page', { skip }, async () => {
  await using opened = await open('de')
  const { page } = opened
  await choose(page, makeFile('groß.png', LARGE_BYTES + 1))
  await send(page)
  await alert(page, 'Zu groß: \u2068groß.png\u2069. Höchstens: 24 MB.')
  await page.goto(`${receiver.origin}/ar`)
  await page.locator('textarea').fill('Hello')
  await choose(page, makeFile('a.exe'))
  await send(page)
  await alert(page, 'لا تُقبل الملفات من هذا النوع: \u2068a.exe\u2069.')
})

test('keeps the files in the form after a lost connection, and sends them once with the same key', {
  skip,
}, async () => {
  await using opened = await open()
  const { page } = opened
  // An outbox keeps texts alone.
  await page.locator('form').evaluate((form) => form.setAttribute('data-outbox', ''))
  await choose(page, makeFile('a.png'))
  receiver.answer((response) => response.destroy())
  await send(page)
  await alert(page, FAILED)
  assert.equal(await page.locator('progress').count(), 0)
  receiver.answer()
  await send(page)
  await thanks(page)
  // The browser itself repeats a request whose connection was closed.
  assert.ok(receiver.received.length >= 2)
  for (const again of receiver.received) assert.deepEqual(again, receiver.received[0])
  assert.equal(await page.evaluate(async () => (await indexedDB.databases()).length), 0)
})

test('sends another file of the same name as another submission', { skip }, async () => {
  await using opened = await open()
  const { page } = opened
  receiver.answer((response) => response.destroy())
  await choose(page, makeFile('a.png'))
  await send(page)
  await alert(page, FAILED)
  receiver.answer()
  await choose(page, makeFile('a.png', 11))
  await send(page)
  await thanks(page)
  assert.notEqual(receiver.received[0]?.key, receiver.received.at(-1)?.key)
})

test('shows what the endpoint says of a file, at its input', { skip }, async () => {
  await using opened = await open()
  const { page } = opened
  receiver.answer((response) =>
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"ok":false,"code":"file_type_refused","message":"It is a program.","field":"cv"}'),
  )
  await page.locator('[name=cv]').setInputFiles(makeFile('cv.pdf'))
  await send(page)
  await alert(page, 'It is a program.')
  assert.equal(await page.locator('[name=cv]').getAttribute('aria-invalid'), 'true')
  assert.match(await page.locator('[name=cv]').inputValue(), /cv\.pdf$/)
})

test('gives up when nothing moves for half a minute', { skip }, async () => {
  await using opened = await open()
  const { page } = opened
  await page.clock.install()
  receiver.readUntil(1)
  await choose(page, makeFile('a.png', LARGE_BYTES))
  await send(page)
  await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0)
  await page.clock.runFor(29_000)
  assert.equal(await page.locator('progress').count(), 1)
  await page.clock.runFor(2000)
  await alert(page, FAILED)
})
