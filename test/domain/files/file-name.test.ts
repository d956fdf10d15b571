import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanFileName, getFileSuffix, MAX_FILE_NAME_BYTES } from '../../../src/domain/files/file-name.ts'

const CLEANED: readonly [raw: string, clean: string][] = [
  ['photo.png', 'photo.png'],
  ['C:\\fakepath\\photo.png', 'photo.png'],
  ['..\\..\\x', 'x'],
  ['../../etc/passwd', 'passwd'],
  ['a/b\\c/d.pdf', 'd.pdf'],
  ['folder/', 'folder'],
  ['..', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['///', 'file'],
  ['\0', 'file'],
  ['x.png\0.exe', 'x.png.exe'],
  ['a\r\nb\tc.txt', 'a b c.txt'],
  ['\x1b[31mred\x1b[0m.txt', '[31mred[0m.txt'],
  ['photo_\u202egpj.exe', 'photo_gpj.exe'],
  ['\u2067\u200f\u061cinvoice\u2069.pdf', 'invoice.pdf'],
  ['in\u200bvo\ufeffice\u00ad.pdf', 'invoice.pdf'],
  ['line\u2028break.pdf', 'line break.pdf'],
  ['Lebenslauf\u00a0Jörg.pdf', 'Lebenslauf Jörg.pdf'],
  ['Jo\u0308rg.pdf', 'Jörg.pdf'],
  ['履歴書.pdf', '履歴書.pdf'],
  ['सीवी\u200d.pdf', 'सीवी\u200d.pdf'],
  ['סיכום 2026.docx', 'סיכום 2026.docx'],
  ['👨‍👩‍👧‍👦 holiday.jpg', '👨‍👩‍👧‍👦 holiday.jpg'],
  ['name. . .', 'name'],
  ['.htaccess', 'htaccess'],
  ['x.exe:photo.png', 'x.exe_photo.png'],
  ['what?*"<>|.txt', 'what______.txt'],
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['aux .tar.gz', '_aux .tar.gz'],
  ['LPT1.pdf', '_LPT1.pdf'],
  ['COM¹.pdf', '_COM¹.pdf'],
  ['CONOUT$', '_CONOUT$'],
  ['COM10.pdf', 'COM10.pdf'],
  ['contract.pdf', 'contract.pdf'],
  ['\ud800lone.png', '\ufffdlone.png'],
]

for (const [raw, clean] of CLEANED) {
  test(`the name ${JSON.stringify(raw)} becomes ${JSON.stringify(clean)}`, () => {
    assert.equal(cleanFileName(raw), clean)
  })
}

test('keeps 200 bytes, and cuts at 201 before the suffix', () => {
  assert.equal(cleanFileName(`${'a'.repeat(196)}.png`), `${'a'.repeat(196)}.png`)
  assert.equal(cleanFileName(`${'a'.repeat(197)}.png`), `${'a'.repeat(196)}.png`)
  assert.equal(cleanFileName('b'.repeat(300)), 'b'.repeat(200))
})

test('cuts between characters', () => {
  assert.equal(cleanFileName(`${'字'.repeat(100)}.pdf`), `${'字'.repeat(65)}.pdf`)
  // 25 bytes each: seven fit into the 196 bytes beside the suffix.
  assert.equal(cleanFileName(`${'👨‍👩‍👧‍👦'.repeat(12)}.jpg`), `${'👨‍👩‍👧‍👦'.repeat(7)}.jpg`)
})

test('cuts inside a character that is longer than the limit', () => {
  const name = cleanFileName(`${`e${'\u0301\u0323'.repeat(200)}`}.png`)
  assert.ok(countBytes(name) <= MAX_FILE_NAME_BYTES)
  assert.equal(getFileSuffix(name), 'png')
})

test('does not keep a suffix that is as long as a name', () => {
  assert.equal(cleanFileName(`x.${'a'.repeat(300)}`), `x.${'a'.repeat(198)}`)
})

test('reads a megabyte of name in no time', () => {
  const started = performance.now()
  assert.equal(cleanFileName(`${'\u202e.'.repeat(500_000)}.png`), 'png')
  assert.ok(performance.now() - started < 500)
})

test('any text becomes a name that is safe and stays as it is', () => {
  const hostile = fc.constantFrom(
    ...[
      '/',
      '\\',
      '.',
      ' ',
      '\0',
      '\u202e',
      '\u200b',
      '\u0301',
      '\u212a',
      '\ud800',
      ':',
      'con',
      'nul.',
      '👨‍👩‍👧',
      '字',
      '\r\n',
      '\u2000',
    ],
  )
  const piece = fc.oneof(
    hostile,
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme' }),
  )
  const raw = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(raw, (text) => {
      const name = cleanFileName(text)
      assert.notEqual(name, '')
      assert.ok(countBytes(name) <= MAX_FILE_NAME_BYTES)
      assert.ok(name.isWellFormed())
      assert.equal(name, name.normalize('NFC'))
      assert.doesNotMatch(name, /[/\\<>:"|?*\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\u061c]/u)
      assert.doesNotMatch(name, /^[. ]|[. ]$/)
      assert.doesNotMatch(name, /^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i)
      assert.equal(cleanFileName(name), name)
    }),
    { numRuns: 3000, seed: 30 },
  )
})

test('finds the suffix in lower case', () => {
  assert.equal(getFileSuffix('Photo.JPG'), 'jpg')
  assert.equal(getFileSuffix('a.tar.gz'), 'gz')
  assert.equal(getFileSuffix('README'), '')
})

function countBytes(text: string): number {
  return Buffer.byteLength(text)
}
