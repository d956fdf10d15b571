import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { ALL_THEMES_AND_SIZES, BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { largePng, ownerWithFiles, PDF, PNG } from '../support/fixtures/files.ts'
import { toPng, writePng } from '../support/fixtures/png.ts'
import { withFree } from '../support/fixtures/quota.ts'
import { startService } from '../support/service/service.ts'

const WIDE = { width: 1280, height: 800 }
const MEBIBYTE = 1024 ** 2
/** A plan for twenty large files. */
const ROOMY = {
  fileBytes: 30 * MEBIBYTE,
  submissionBytes: 60 * MEBIBYTE,
  filesPerSubmission: 20,
  storedBytes: 500 * MEBIBYTE,
}
/** A GIF of one pixel that is a script, too: its width is the beginning of a comment. */
const POLYGLOT = Buffer.concat([
  Buffer.from('GIF89a/*\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;', 'latin1'),
  Buffer.from('*/=1;alert(document.domain)'),
])

if (!withoutBrowser) await builtDashboard()

test('an owner sees the files of a message, views pictures, downloads everything and revokes links', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const { owner, attach } = await ownerWithFiles(service)
  const photo = toPng(640, 480)
  const sent = await attach([
    ['name', 'Grace'],
    ['message', 'The plans.'],
    ['plans', ['photo.png', photo]],
    ['plans', ['plan.pdf', PDF]],
  ])
  assert.equal(sent.status, 200, sent.text)
  await attach([['scan', ['only a file.pdf', PDF]]])
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: owner.cookie })
  await page.screen('/inbox')
  await page.rows().filter({ hasText: 'only a file.pdf' }).getByText('1 file', { exact: true }).waitFor()
  const row = page.getByRole('link', { name: /Grace.*2 files.*The plans\./ })
  assert.equal(await page.rows().filter({ hasText: 'the first' }).getByText('files').count(), 0)
  await checkAppearances(page, 'an inbox with files', BOTH_THEMES)
  await page.setViewportSize(WIDE)
  await page.getByRole('button', { name: 'Export' }).click()
  const zip = await save(page, () => page.getByRole('menuitem', { name: 'ZIP with files' }).click())
  assert.match(zip.name, /\.zip$/)
  assert.ok(zip.bytes.includes('photo.png') && zip.bytes.includes('plan.pdf'))
  await page.getByRole('searchbox').fill('plans')
  await row.locator('mark').waitFor()

  await row.click()
  const files = page.getByRole('list', { name: 'Files' })
  await files.getByText('PNG image').waitFor()
  await files.getByText(`PDF document, ${PDF.length} bytes`).waitFor()
  await files.locator('canvas').waitFor()
  await checkAppearances(page, 'a message with files', ALL_THEMES_AND_SIZES)
  await page.setViewportSize(WIDE)

  await page.getByRole('button', { name: 'View photo.png' }).click()
  const dialog = page.getByRole('dialog', { name: 'photo.png' })
  const picture = dialog.getByRole('img', { name: 'photo.png' })
  await dialog.getByText('640 × 480 pixels').waitFor()
  assert.deepEqual(await colorAt(picture, { x: 448, y: 192 }), [255, 236, 170], 'the sun of the picture')
  await checkAppearances(page, 'a picture of a message', ALL_THEMES_AND_SIZES)
  assert.deepEqual(await save(page, () => dialog.getByRole('button', { name: 'Download' }).click()), {
    name: 'photo.png',
    bytes: photo,
  })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(await save(page, () => page.getByRole('button', { name: 'Download plan.pdf' }).click()), {
    name: 'plan.pdf',
    bytes: PDF,
  })
  assert.equal(await page.getByRole('button', { name: 'View plan.pdf' }).count(), 0)
  const downloadAll = page.getByRole('button', { name: 'Download all' })
  const all = await save(page, () => downloadAll.click())
  assert.match(all.name, /^files-sub_[0-9a-z]+\.zip$/)
  assert.ok(all.bytes.includes('1-photo.png') && all.bytes.includes('2-plan.pdf'))
  assert.ok(!all.bytes.includes('only a file.pdf'), 'those of this message alone')
  await page.getByText('Downloaded', { exact: true }).waitFor()
  assert.equal(await page.locator('img').count(), 0, 'no element has the address of a file')

  await page.getByRole('button', { name: 'Revoke links' }).click()
  const asked = page.getByRole('dialog', { name: 'Revoke the links to these files?' })
  await asked.getByRole('button', { name: 'Revoke links' }).click()
  await page.getByText('Links revoked').waitFor()
  const versions = await service.sql('select name, link_version from files order by name')
  assert.deepEqual(
    versions.map(({ name, link_version }) => [name, Number(link_version)]),
    [
      ['only a file.pdf', 0],
      ['photo.png', 1],
      ['plan.pdf', 1],
    ],
    'those of this message alone',
  )

  // A download that is refused is told in words, and can be tried again.
  await service.sql("update files set scan = 'found', malware = 'Eicar-Test' where name = 'plan.pdf'")
  await page.getByRole('button', { name: 'Download plan.pdf' }).click()
  await page.getByText('Malware was found in this file').waitFor()
  await page.reload()
  await files.getByText('Malware found: Eicar-Test. Nobody can download this file').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Download plan.pdf' }).count(), 0)
  await page.getByRole('button', { name: 'Download photo.png' }).waitFor()
  assert.equal(await downloadAll.count(), 0, 'only one file can be downloaded')

  await page.screen('/inbox')
  await page.getByRole('link', { name: /only a file\.pdf/ }).click()
  await files.getByText('only a file.pdf').waitFor()
  assert.equal(await downloadAll.count(), 0)
  const rule = await files.locator('xpath=ancestor::section[1]').evaluate((section) => {
    return getComputedStyle(section).borderTopWidth
  })
  assert.equal(rule, '0px', 'the line below the tabs is enough')
})

test('all files of a message are refused in words when the message is gone', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const { owner, attach } = await ownerWithFiles(service)
  await attach([
    ['f', ['one.pdf', PDF]],
    ['f', ['two.pdf', PDF]],
  ])
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: owner.cookie })
  await page.screen('/inbox')
  await page.getByRole('link', { name: /2 files/ }).click()
  await page.getByRole('button', { name: 'Download all' }).waitFor()
  await service.sql('delete from files')
  await page.getByRole('button', { name: 'Download all' }).click()
  await page.getByText('Not downloaded').waitFor()
})

test('a message says which files are being scanned, and shows the result when it is there', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const { owner, attach } = await ownerWithFiles(service)
  await attach([['cv', ['cv.pdf', PDF]]])
  await service.sql("update files set scan = 'waiting'")
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: owner.cookie })
  await page.screen('/inbox')
  await page.getByRole('link', { name: /cv\.pdf/ }).click()
  const files = page.getByRole('list', { name: 'Files' })
  await files.getByText('Being scanned for malware').waitFor()
  await service.sql("update files set scan = 'clean'")
  await files.getByText('Scanned', { exact: false }).waitFor()
  for (const [scan, words] of [
    ['too_large', 'Not scanned for malware: too large'],
    ['unreachable', 'Not scanned for malware: the scanner didn’t answer'],
  ]) {
    await service.sql(`update files set scan = '${scan}'`)
    await page.reload()
    await files.getByText(words ?? '').waitFor()
    await page.getByRole('button', { name: 'Download cv.pdf' }).waitFor()
  }
})

test('hostile files neither run, nor freeze the tab, nor break the screen', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ adjust: (config) => withFree(config, ROOMY) })
  const { owner, attach } = await ownerWithFiles(service, { max_files: null })
  const cut = toPng(300, 200)
  const bomb = writePng({ width: 20_000, height: 20_000, data: deflateSync(Buffer.alloc(60_001)) })
  const hostile: [name: string, bytes: Buffer][] = [
    ['one.png', PNG],
    ['bomb.png', bomb],
    ['polyglot.gif', POLYGLOT],
    ['cut.png', cut.subarray(0, 60)],
    ['<img src=x onerror=alert(1)>.png', PNG],
    ['report\u202efdp.png', PNG],
    ['سيرة ذاتية.pdf', PDF],
    ['履歴書 👩‍🚀.pdf', PDF],
    ['../../app/inbox.pdf', PDF],
    ['large.png', largePng(11 * MEBIBYTE)],
    ...Array.from({ length: 10 }, (_, n): [string, Buffer] => [`${n}${'ü'.repeat(97)}.pdf`, PDF]),
  ]
  const sent = await attach([
    ['message', 'hello'],
    ...hostile.map((file) => ['f', file] as [string, typeof file]),
  ])
  assert.equal(sent.status, 200, sent.text)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: owner.cookie })
  await page.addInitScript(countDecoded)
  await page.screen('/inbox')
  await page.getByRole('link', { name: /20 files.*hello/ }).click()
  const files = page.getByRole('list', { name: 'Files' })
  await files.locator('canvas').first().waitFor()
  assert.equal(await files.getByRole('listitem').count(), 20)
  await files.getByText('سيرة ذاتية.pdf').waitFor()
  await checkAppearances(page, 'a message with twenty hostile files', ALL_THEMES_AND_SIZES)

  const view = async (name: string, words: string) => {
    await page.getByRole('button', { name: `View ${name}` }).click()
    await page.getByRole('dialog', { name }).getByText(words).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name }).waitFor({ state: 'detached' })
  }
  await view('one.png', '1 × 1 pixels')
  await view('bomb.png', 'This picture has too many pixels to be shown here.')
  await view('cut.png', 'This file can’t be shown as a picture.')
  await view('polyglot.gif', 'GIF image')
  await view('large.png', 'This picture is larger than 10 MiB.')
  const decoded = await page.evaluate(() => Reflect.get(globalThis, 'decoded'))
  assert.ok(decoded.length > 0)
  assert.ok(!decoded.includes(bomb.length), 'the bomb was never given to a decoder')
  assert.equal(await page.locator('img, object, embed, iframe').count(), 0)
})

test('pictures in the spam folder are shown on request alone', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  const { owner, attach } = await ownerWithFiles(service)
  await attach([
    ['message', 'buy'],
    ['_gotcha', 'x'],
    ['f', ['offer.png', toPng(40, 30)]],
  ])
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: owner.cookie })
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.screen('/inbox?folder=spam')
  await page.rows().first().getByRole('link').click()
  await page.getByRole('button', { name: 'View offer.png' }).waitFor()
  await page.waitForLoadState('networkidle')
  const countFetched = () => fetched.filter((path) => path.includes('/files/')).length
  assert.equal(countFetched(), 0)
  await page.getByRole('button', { name: 'View offer.png' }).click()
  const dialog = page.getByRole('dialog', { name: 'offer.png' })
  await dialog.getByText('40 × 30 pixels').waitFor()
  assert.equal(countFetched(), 1)
})

/** Runs in the page: remembers the size of everything that is decoded. */
function countDecoded(): void {
  const decoded: number[] = []
  const decode = globalThis.createImageBitmap
  Object.assign(globalThis, {
    decoded,
    createImageBitmap(content: Blob, ...options: unknown[]) {
      decoded.push(content.size)
      return Reflect.apply(decode, globalThis, [content, ...options])
    },
  })
}

async function colorAt(
  picture: ReturnType<Page['locator']>,
  at: { x: number; y: number },
): Promise<number[]> {
  return picture.evaluate((canvas, { x, y }) => {
    if (!(canvas instanceof HTMLCanvasElement)) return []
    return [...(canvas.getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3)
  }, at)
}

async function save(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) }
}
