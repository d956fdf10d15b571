import assert from 'node:assert/strict'
import { validateHeaderValue } from 'node:http'
import { test } from 'node:test'
import { cleanFileName } from '../../../src/domain/files/file-name.ts'
import { toAttachmentHeader } from '../../../src/http/files/attachment-header.ts'

/** Names as visitors, and Mallory, send them. A header is also safe for one that was not cleaned. */
const NAMES = [
  'cv.pdf',
  'Lebenslauf – Jürgen.pdf',
  '履歴書.pdf',
  '😀.png',
  'a"; filename="evil.exe',
  'a\\"b.pdf',
  "it's (1)*.pdf",
  '100%41.pdf',
  'x\r\nSet-Cookie: session=1\r\n\r\n<script>.pdf',
  'report\u202efdp.exe',
  '../../etc/passwd',
  'C:\\Windows\\x.pdf',
  'a;b,c=d.pdf',
  'null\0byte.pdf',
  '\ud800.pdf',
  `${'ä'.repeat(98)}.pdf`,
]

test('names a file so that every name stays one value of the header', () => {
  for (const name of NAMES.flatMap((each) => [each, cleanFileName(each)])) {
    const header = toAttachmentHeader(name)
    validateHeaderValue('content-disposition', header)
    const [, plain = '', encoded = ''] =
      /^attachment; filename="([\w .()+-]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(header) ??
      assert.fail(header)
    assert.equal(decodeURIComponent(encoded), name.toWellFormed())
    // One mark for each UTF-16 code unit: as long as the name.
    assert.equal(plain.length, name.length)
  }
  assert.equal(
    toAttachmentHeader("a'(ü)*.pdf"),
    `attachment; filename="a_(_)_.pdf"; filename*=UTF-8''a%27%28%C3%BC%29%2A.pdf`,
  )
})
