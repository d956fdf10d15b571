import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import { bytesText } from '../../dashboard/src/controls/numbers.ts'
import {
  describeFile,
  describeScan,
  isPicture,
  toShownName,
} from '../../dashboard/src/screens/submission/files/file-words.ts'
import { formatSize } from '../../src/domain/files/file-limits.ts'

test('shows sizes in the units in which limits are stated', () => {
  const sizes = [
    0,
    1,
    2,
    1023,
    1024,
    1536,
    1024 * 1023,
    1024 ** 2,
    1_500_000,
    12.5 * 1024 ** 2,
    25 * 1024 ** 2,
  ]
  for (const bytes of sizes.slice(3)) assert.equal(bytesText(bytes).replace(',', ''), formatSize(bytes))
  assert.deepEqual(sizes.slice(0, 3).map(bytesText), ['0 bytes', '1 byte', '2 bytes'])
  assert.equal(bytesText(1024 ** 2 - 1), '1 MiB')
  assert.equal(bytesText(5 * 1024 ** 3), '5 GiB')
  assert.equal(bytesText(5000 * 1024 ** 3), '5,000 GiB')
})

test('says the kind of a file by its suffix and its type, and the type where they disagree', () => {
  const describe = (name: string, type: string) => describeFile({ name, type, bytes: 2048 })
  assert.equal(describe('CV.PDF', 'application/pdf'), 'PDF document, 2 KiB')
  assert.equal(describe('a.b.jpeg', 'image/jpeg'), 'JPEG image, 2 KiB')
  assert.equal(describe('x.png', 'image/jpeg'), 'image/jpeg, 2 KiB')
  assert.equal(describe('noending', 'text/plain'), 'text/plain, 2 KiB')
  assert.equal(describe('x.__proto__', 'text/plain'), 'text/plain, 2 KiB')
})

test('makes characters visible that would hide the end of a name, and leaves all others', () => {
  assert.equal(toShownName('report\u202efdp.exe'), 'report[U+202E]fdp.exe')
  assert.equal(toShownName('a\n\u0000\u2066b\u200f.txt'), 'a[U+000A][U+0000][U+2066]b[U+200F].txt')
  for (const name of ['سيرة ذاتية.pdf', '履歴書.pdf', '👩‍🚀 é.png', '<img src=x>.png'])
    assert.equal(toShownName(name), name)
})

test('has words for every result of a scan, and shows no picture with malware', () => {
  assert.equal(describeScan({ scan: 'none', malware: null }), null)
  for (const scan of ['waiting', 'clean', 'too_large', 'unreachable'] as const) {
    assert.match(describeScan({ scan, malware: null })?.words ?? '', /scanned/i)
    assert.ok(isPicture({ type: 'image/png', scan }))
  }
  const found = describeScan({ scan: 'found', malware: 'Eicar-Test' })
  assert.equal(found?.tone, 'bad')
  assert.match(found?.words ?? '', /^Malware found: Eicar-Test\. Nobody can download/)
  assert.ok(!isPicture({ type: 'image/png', scan: 'found' }))
  for (const type of ['image/svg+xml', 'image/avif', 'image/heic', 'application/pdf', 'text/html'])
    assert.ok(!isPicture({ type, scan: 'none' }), type)
})
