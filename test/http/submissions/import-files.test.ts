import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCsv } from '../../../src/http/submissions/import/csv-file.ts'
import type { ImportFile, OpenedFile } from '../../../src/http/submissions/import/import-file.ts'
import { openFormspreeJson } from '../../../src/http/submissions/import/json-file.ts'
import { checkFile } from '../../../src/http/submissions/import/read-file.ts'
import { seededRandom } from '../../support/fixtures/seeded-random.ts'

const ABOUT = { formId: 'f_00000000000000000000000001', now: new Date('2026-11-22T00:00:00.000Z') }
const PIECES = [
  '"',
  '""',
  ',',
  ';',
  '\n',
  '\r\n',
  '\t',
  'a',
  'ü',
  '😀',
  ' ',
  '{',
  '}',
  '[',
  ']',
  ':',
  '\\',
  '\0',
]

function readAll(opened: OpenedFile): [string, unknown][][] {
  assert.equal(opened.kind, 'file')
  const { file } = opened as { file: ImportFile }
  return [...file.rows()].map((row) => {
    assert.equal(row.kind, 'row')
    const read = file.read(row as { from: number; to: number })
    assert.equal(read.kind, 'fields', JSON.stringify(read))
    return read.kind === 'fields' ? read.fields.map(({ name, value }) => [name, value]) : []
  })
}

test('reads back any cells that were written as CSV, and any objects that were written as JSON', () => {
  const random = seededRandom(41)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const text = () => Array.from({ length: Math.floor(random() * 6) }, () => pick(PIECES)).join('')
  for (let round = 0; round < 300; round += 1) {
    const rows = Array.from({ length: 1 + Math.floor(random() * 4) }, () => [text(), text(), 'x'])
    const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    const end = pick(['\n', '\r\n'])
    const lines = [['one', 'two', 'three'], ...rows].map((cells) => cells.map(quote).join(','))
    const bytes = Buffer.from(`${pick(['', '\ufeff'])}${lines.join(end)}${pick(['', end])}`)
    const clean = (cell: string) => cell.replaceAll('\0', '\uFFFD')
    const expected = rows.map((cells) =>
      cells
        .map((cell, index): [string, unknown] => [['one', 'two', 'three'][index] ?? '', clean(cell)])
        .filter(([, value]) => value !== ''),
    )
    assert.deepEqual(readAll(openCsv(bytes)), expected, bytes.toString())

    const objects = rows.map(([a, b]) => ({ a, [`n${b}`]: [b] }))
    const json = JSON.stringify(
      { [text()]: [text(), { submissions: 1 }], submissions: objects },
      null,
      pick([0, 1]),
    )
    const wanted = rows.map(([a = '', b = '']) => [
      ['a', clean(a)],
      [clean(`n${b}`), [clean(b)]],
    ])
    assert.deepEqual(readAll(openFormspreeJson(Buffer.from(json))), wanted, json)
  }
})

test('turns any bytes into rows, errors or a refusal, quickly', async () => {
  const random = seededRandom(42)
  for (let round = 0; round < 400; round += 1) {
    const pieces = Array.from({ length: Math.floor(random() * 60) }, () =>
      random() < 0.1
        ? Buffer.from([Math.floor(random() * 256)])
        : Buffer.from(PIECES[Math.floor(random() * PIECES.length)] ?? ''),
    )
    const start = ['', 'a,b\n', '[', '{"submissions":['][round % 4] ?? ''
    const bytes = Buffer.concat([Buffer.from(start), ...pieces])
    for (const open of [openCsv, openFormspreeJson]) {
      const opened = open(bytes)
      if (opened.kind === 'refused') continue
      const checked = await checkFile(opened.file, ABOUT)
      if (checked.kind === 'refused') continue
      let read = 0
      for await (const { text } of checked.readRows()) {
        assert.ok(Array.isArray(JSON.parse(text)))
        read += 1
      }
      assert.equal(read, checked.count)
    }
  }
  const began = performance.now()
  for (const hostile of ['"', '[', '{"a":', '1,', '\n', ',', '{}', '\\']) {
    const bytes = Buffer.from(`[${hostile.repeat(2_000_000)}`)
    for (const open of [openCsv, openFormspreeJson]) {
      const opened = open(bytes)
      if (opened.kind === 'file') await checkFile(opened.file, ABOUT)
    }
  }
  const seconds = (performance.now() - began) / 1000
  assert.ok(seconds < 60, `${seconds} s`)
})

test('a file without an end of a row stops for other requests at least every 256 KiB', () => {
  const length = 4 * 1024 * 1024
  const fill = (start: string, filler: string, end = '') => Buffer.from(start + filler.repeat(length) + end)
  const hostile = [
    openCsv(fill('a,b\n1,2\n', '\n')),
    openCsv(fill('a,b\n', ' ')),
    openCsv(fill('a,b\n', '"')),
    openFormspreeJson(fill('[', '[')),
    openFormspreeJson(fill('[{"', 'a')),
    openFormspreeJson(fill('{"submissions":["', '\\"')),
  ]
  for (const [index, opened] of hostile.entries()) {
    assert.equal(opened.kind, 'file')
    const { file } = opened as { file: ImportFile }
    const pauses = [...file.rows()].filter(({ kind }) => kind === 'pause')
    assert.ok(pauses.length >= length / (256 * 1024) - 1, `file ${index}: ${pauses.length} pauses`)
  }
})

test('a file whose beginning is too long to hold the names of columns or a list is refused', () => {
  const long = 'x'.repeat(2 * 1024 * 1024)
  for (const opened of [
    openCsv(Buffer.from(`${'\n'.repeat(long.length)}a,b\n1,2\n`)),
    openCsv(Buffer.from(`"${long}",b\n1,2\n`)),
    openFormspreeJson(Buffer.from(`{${long.replaceAll('x', ' ')}"submissions":[{"a":1}]}`)),
    openFormspreeJson(Buffer.from(`{"${long}":1,"submissions":[{"a":1}]}`)),
  ]) {
    assert.equal(opened.kind, 'refused')
  }
})
