import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_FILE_NAME_BYTES } from '../../../src/domain/files/file-name.ts'
import { ownerWithFiles, PDF, PNG } from '../../support/fixtures/files.ts'
import { startService } from '../../support/service/service.ts'

/** Names as clients write them into the header of a part, and as the owner reads them. */
const NAMES: readonly [client: string, parameters: string | Buffer, name: string][] = [
  ['a browser, in raw UTF-8', 'filename="履歴書 2026.png"', '履歴書 2026.png'],
  ['a browser, with a quote and a line break', 'filename="a%22b%0D%0Ac.png"', 'a_b c.png'],
  ['a browser, with a percent sign', 'filename="100%.png"', '100%.png'],
  ['a browser, from right to left', 'filename="סיכום.png"', 'סיכום.png'],
  ['a browser, with an emoji', 'filename="👩‍👩‍👧 photo.png"', '👩‍👩‍👧 photo.png'],
  ['a browser of old, with a path', 'filename="C:\\Users\\Jane\\photo.png"', 'photo.png'],
  ['a phone that composes nothing', 'filename="Jo\u0308rg.png"', 'Jörg.png'],
  ['curl, with an escaped quote', 'filename="a\\"b.png"', 'a_b.png'],
  ['a program, without quotes', 'filename=photo.png', 'photo.png'],
  ['a program of a western Windows', Buffer.from('filename="J\xf6rg.png"', 'latin1'), 'Jörg.png'],
  ['a program, by RFC 8187', 'filename="x.png"; filename*=UTF-8\'\'%E5%B1%A5%E6%AD%B4.png', '履歴.png'],
  ['a program, by RFC 2231 in pieces', 'filename*0*=UTF-8\'\'%E5%B1%A5; filename*1="-cv.png"', '履-cv.png'],
  ['Mallory, out of the folder', 'filename="..\\..\\x.png"', 'x.png'],
  ['Mallory, out of the folder by slashes', 'filename="../../../etc/x.png"', 'x.png'],
  ['Mallory, as a device', 'filename="con.png"', '_con.png'],
  ['Mallory, as a hidden file', 'filename=".png.png"', 'png.png'],
  ['Mallory, who turns the text around', 'filename="photo_\u202egnp.png"', 'photo_gnp.png'],
  ['Mallory, with colors for a terminal', 'filename="\u001b[31mred.png"', '[31mred.png'],
  [
    'Mallory, with 300 bytes',
    `filename="${'x'.repeat(296)}.png"`,
    `${'x'.repeat(MAX_FILE_NAME_BYTES - 4)}.png`,
  ],
  ['Mallory, with 300 bytes of characters', `filename="${'字'.repeat(100)}.png"`, `${'字'.repeat(65)}.png`],
  ['Mallory, with a member of every object', 'filename="__proto__.png"', '__proto__.png'],
]

const REFUSED: readonly [client: string, parameters: string, message: RegExp][] = [
  ['a program after a null character', 'filename="x.png\0.exe"', /"x\.png\.exe" is of the type exe/],
  [
    'a program behind a change of direction',
    'filename="photo\u202egnp.exe"',
    /"photognp\.exe" is of the type exe/,
  ],
  ['no suffix', 'filename="photo"', /"photo" has no ending/],
  ['only dots', 'filename="..."', /"file" has no ending/],
  ['a stream of Windows', 'filename="photo.png:x.exe"', /"photo\.png_x\.exe" is of the type exe/],
  ['a suffix that another one ends', 'filename="photo.png.html"', /is of the type html/],
]

/** Writes a form with a message and a file, as bytes. */
function writeForm(
  parameters: string | Buffer,
  bytes: Buffer,
): { body: BodyInit; headers: Record<string, string> } {
  return {
    body: new Uint8Array(
      Buffer.concat([
        Buffer.from('--limit\r\nContent-Disposition: form-data; name="message"\r\n\r\nHello\r\n'),
        Buffer.from('--limit\r\nContent-Disposition: form-data; name="cv"; '),
        Buffer.from(parameters),
        Buffer.from('\r\nContent-Type: text/html\r\n\r\n'),
        bytes,
        Buffer.from('\r\n--limit--\r\n'),
      ]),
    ),
    headers: { 'content-type': 'multipart/form-data; boundary=limit', accept: 'application/json' },
  }
}

test('the owner reads the name of a file as its sender wrote it, and never a path', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const { owner } = await ownerWithFiles(service)
  for (const [client, parameters, name] of NAMES) {
    const sent = await service.post(owner.endpoint.endpoint_url, writeForm(parameters, PNG))
    assert.equal(sent.status, 200, `${client}: ${sent.text}`)
    const { files } = Object((await owner.get(`/submissions/${sent.json.submission_id}`)).json)
    assert.deepEqual(
      files.map((file: Record<string, unknown>) => [file.field, file.name, file.type]),
      [['cv', name, 'image/png']],
      client,
    )
  }
})

test('a name that hides what a file is does not help it', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const { owner } = await ownerWithFiles(service)
  for (const [client, parameters, message] of REFUSED) {
    const { status, json } = await service.post(owner.endpoint.endpoint_url, writeForm(parameters, PNG))
    assert.deepEqual([status, json.code, json.field], [400, 'file_type_refused', 'cv'], client)
    assert.match(String(json.message), message, client)
  }
  const renamed = await service.post(owner.endpoint.endpoint_url, writeForm('filename="cv.png"', PDF))
  assert.match(String(renamed.json.message), /named as a png file, but contains a file of the type pdf/)
  assert.deepEqual(await service.sql('select key from files'), [])
})
