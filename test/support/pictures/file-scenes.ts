import type { Page } from 'playwright-core'
import { toPng } from '../fixtures/png.ts'

const file = (place: number, name: string, facts: Record<string, unknown>) => ({
  id: `fil_${place}`,
  field: 'files',
  name,
  sha256: '0'.repeat(64),
  scan: 'clean',
  malware: null,
  ...facts,
})
const LONG = `${'Angebot für die Sanierung der Fassade und des Daches, Fassung vom 3. November, '.repeat(2)}unterschrieben.pdf`
const FILES = [
  file(0, 'IMG_4112.png', { type: 'image/png', bytes: 812_345 }),
  file(1, 'سيرة ذاتية.pdf', { type: 'application/pdf', bytes: 1_412_345, scan: 'none' }),
  file(2, LONG, { type: 'application/pdf', bytes: 9_412_345, scan: 'waiting' }),
  file(3, 'invoice.docm', {
    type: 'application/vnd.ms-word.document.macroEnabled.12',
    bytes: 48_120,
    scan: 'found',
    malware: 'Doc.Downloader.Emotet-9',
  }),
  file(4, 'plans.zip', { type: 'application/zip', bytes: 24_412_345, scan: 'too_large' }),
]

/** Shows the open submission with files, and has the service answer a picture for each. */
export async function showFiles(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/submissions(?:\/[^/?]+)?(?:\?.*)?$/, async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    const isList = Array.isArray(json.data)
    if (isList) for (const [place, row] of json.data.entries()) row.files = FILES.slice(0, (place * 3) % 5)
    await route.fulfill({ json: isList ? json : { ...json, files: FILES } })
  })
  await page.route('**/api/v1/submissions/*/files/*', (route) =>
    route.fulfill({ body: toPng(1200, 800), contentType: 'application/octet-stream' }),
  )
  await page.reload()
  await page.getByRole('list', { name: 'Files' }).locator('canvas').first().waitFor()
}

/** Opens the picture among them. */
export async function viewPicture(page: Page): Promise<void> {
  await showFiles(page)
  await page.getByRole('button', { name: 'View IMG_4112.png' }).click()
  await page.getByRole('img', { name: 'IMG_4112.png' }).waitFor()
}

/** Shows the settings about files, with kinds to choose. */
export async function showFileSettings(page: Page, kinds: 'Usual files' | 'Only some'): Promise<void> {
  const section = page.getByRole('region', { name: 'Files' })
  await section.getByRole('switch', { name: 'Accept files' }).click()
  await section.getByRole('radio', { name: kinds }).check()
  await section.evaluate((element) => element.scrollIntoView())
}
