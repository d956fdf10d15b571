/**
 * Photographs the letters, light and dark, wide and on a phone, into the folder `pictures/letters/`:
 *
 *   node test/support/letter-pictures.ts
 */
import { mkdir, writeFile } from 'node:fs/promises'
import {
  composeSubmissionLetter,
  type SubmissionLetterInput,
} from '../../src/delivery/letters/submission-letter.ts'
import { openBrowser } from './browser.ts'
import { letterInput, submissionOf } from './letter-input.ts'

const FOLDER = 'pictures/letters'
const WIDTHS = { wide: 700, phone: 375 }

const SHORT = submissionOf({
  name: 'Grace Hopper',
  email: 'grace@navy.mil',
  message: 'Hello Ada,\n\nI read your notes on the engine. Could we talk?\n\nGrace',
})
const LONG = submissionOf([
  ['name', 'Grace Brewster Murray Hopper'],
  ['email', 'grace.hopper@department-of-the-navy.mil'],
  ['website', 'https://www.history.navy.mil/people/hopper-grace.html'],
  ['toppings', ['cheese', 'olives', 'capers']],
  ['newsletter', true],
  ['guests', 12],
  ['phone', ''],
  ['token', 'a'.repeat(400)],
  ['order', { id: 17, lines: [{ sku: 'ENG-1', count: 2, note: 'see //shop.dev' }] }],
  ['message', 'The quick brown fox jumps over the lazy dog. '.repeat(1200)],
])
const WORLD = submissionOf({
  الاسم: 'ليلى العامري',
  رسالة: 'مرحبا، أود طلب ثلاث نسخ من الكتاب.\nOrder 4711 من فضلك.\nشكرا جزيلا!',
  お名前: '山田 花子',
  メッセージ: 'はじめまして。資料を送っていただけますか。\nよろしくお願いいたします。',
  mixed: 'English first, then עברית, and 123.\nעברית first, then English!',
})

const LETTERS: Record<string, Partial<SubmissionLetterInput>> = {
  'claim-short': { submission: SHORT },
  'claim-long': { submission: LONG },
  'claim-world': { submission: WORLD },
  'follow-up-short': { kind: 'submission', submission: SHORT },
  'follow-up-frozen': { kind: 'submission', state: 'frozen', submission: SHORT },
  'claimed-short': { kind: 'submission', state: 'claimed', submission: SHORT },
  'claimed-long': { kind: 'submission', state: 'claimed', submission: LONG },
  'claimed-world': { kind: 'submission', state: 'claimed', submission: WORLD },
  expired: { kind: 'submission', state: 'expired', submission: SHORT },
}

await mkdir(FOLDER, { recursive: true })
await using browser = await openBrowser()
for (const [name, change] of Object.entries(LETTERS)) {
  const letter = composeSubmissionLetter(letterInput(change))
  await writeFile(`${FOLDER}/${name}.txt`, letter.text)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, width] of Object.entries(WIDTHS)) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 700 } })
      await page.setContent(letter.html)
      await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}-${size}.png`, fullPage: true })
      await page.close()
    }
  }
}
process.stdout.write(`${Object.keys(LETTERS).length} letters are in ${FOLDER}/\n`)
