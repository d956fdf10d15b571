import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { JUDGED_HEAD_BYTES, judgeFile } from '../../../src/domain/files/judge-file.ts'
import { sniffType } from '../../../src/http/uploads/sniff-type.ts'
import { writeOfficeFile, writeOpenDocument, writeZip } from '../../support/fixtures/zip.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sniff-type-'))
after(() => rmSync(folder, { recursive: true }))

type Bytes = string | Uint8Array

/** Writes the bytes (a character of text is a byte), and finds their type. */
async function sniff(bytes: Bytes) {
  const file = path.join(folder, 'received')
  const contents = toBytes(bytes)
  writeFileSync(file, contents)
  return await sniffType({ bytes: contents.length, open: () => open(file, 'r') })
}

async function judge(name: string, bytes: Bytes, accept: readonly string[] = []) {
  return judgeFile({ name, accept, ...(await sniff(bytes)) })
}

function toBytes(bytes: Bytes): Uint8Array {
  return typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
}

function ftyp(brand: string, compatible: string): string {
  return `\0\0\0\x1cftyp${brand}\0\0\0\0${compatible}\0\0\0\x08mdat`
}

const DOCX = writeOfficeFile('word/document.xml')
const EBML = (type: string) =>
  `\x1a\x45\xdf\xa3\x93\x42\x86\x81\x01\x42\x82${String.fromCharCode(0x80 + type.length)}${type}\x42\x87\x81\x04`
const PNG_HEADER = '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89'

const FILES: readonly [name: string, sniffed: string | null, bytes: Bytes][] = [
  ['a.png', 'png', `${PNG_HEADER}\0\0\0\x0aIDAT`],
  ['a.jpg', 'jpg', '\xff\xd8\xff\xe0\0\x10JFIF\0'],
  ['a.jpeg', 'jpg', '\xff\xd8\xff\xe1\x20\0Exif\0\0'],
  ['a.gif', 'gif', 'GIF89a\x01\0\x01\0\0\0\0;'],
  ['a.webp', 'webp', 'RIFF\x1a\0\0\0WEBPVP8L'],
  ['a.avif', 'avif', ftyp('avif', 'mif1miaf')],
  ['a.heic', 'heic', ftyp('heic', 'mif1heic')],
  ['a.heif', 'heic', ftyp('mif1', 'heicmif1')],
  ['a.pdf', 'pdf', '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'],
  ['a.txt', null, 'Dear Ada,\n'],
  ['a.csv', null, '\xef\xbb\xbfname,place\n'],
  ['a.docx', 'docx', DOCX],
  ['a.xlsx', 'xlsx', writeOfficeFile('xl/workbook.xml')],
  ['a.pptx', 'pptx', writeOfficeFile('ppt/presentation.xml')],
  ['a.odt', 'odt', writeOpenDocument('text')],
  ['a.ods', 'ods', writeOpenDocument('spreadsheet')],
  ['a.odp', 'odp', writeOpenDocument('presentation')],
  ['a.mp3', 'mp3', `ID3\x03\0\0\0\x01\x7f\x76${'\0'.repeat(20)}`],
  ['a.mp3', 'mp3', `\xff\xfb\x90\x64${'\0'.repeat(500)}`],
  ['a.m4a', 'm4a', ftyp('M4A ', 'isommp42')],
  ['a.m4a', 'mp4', ftyp('mp42', 'isomM4A ')],
  ['a.wav', 'wav', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a.mp4', 'mp4', ftyp('isom', 'isomavc1')],
  ['a.mov', 'mov', ftyp('qt  ', 'qt  \0\0\0\0')],
  ['a.webm', 'webm', EBML('webm')],
  ['a.zip', 'zip', writeZip([{ name: 'photos/1.png', text: 'x' }])],
  ['a.zip', 'zip', 'PK\x05\x06'.padEnd(22, '\0')],
]

for (const [name, sniffed, bytes] of FILES) {
  test(`recognizes ${name} by its bytes (${sniffed ?? 'text'}) and accepts it`, async () => {
    assert.equal((await sniff(bytes)).sniffed, sniffed)
    assert.equal((await judge(name, bytes)).kind, 'accepted')
  })
}

test('recognizes kinds that owners may list', async () => {
  const accept = [
    'default',
    'docm',
    'xlsm',
    'pptm',
    'doc',
    'tif',
    'gz',
    'tar',
    'rtf',
    'mkv',
    'pages',
    'epub',
    'flac',
  ]
  const files: readonly [string, Bytes][] = [
    ['a.docm', writeOfficeFile('word/document.xml', [{ name: 'word/vbaProject.bin', text: 'x' }])],
    ['a.xlsm', writeOfficeFile('xl/workbook.xml', [{ name: 'xl/macrosheets/sheet1.xml', text: 'x' }])],
    ['a.pptm', writeOfficeFile('ppt/presentation.xml', [{ name: 'ppt/vbaProject.bin', text: 'x' }])],
    ['a.doc', `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}`],
    ['a.tif', 'II*\0\0\0\x10\0'],
    ['a.tiff', 'MM\0*\0\x10\0\0'],
    ['a.gz', gzipSync('x')],
    ['a.rtf', '{\\rtf1\\ansi Hello}'],
    ['a.mkv', EBML('matroska')],
    ['a.pages', writeZip([{ name: 'Index/Document.iwa', text: 'x' }])],
    ['a.epub', writeZip([{ name: 'mimetype', text: 'application/epub+zip', isStored: true }])],
    ['a.flac', 'fLaC\0\0\0\x22'],
  ]
  for (const [name, bytes] of files) {
    assert.equal((await judge(name, bytes, accept)).kind, 'accepted', name)
    assert.equal((await judge(name, bytes)).kind, 'refused', name)
  }
})

test('finds a document by the names of its parts, wherever they stand', async () => {
  const late = writeZip([
    { name: 'word\\document.xml', text: 'x'.repeat(200_000), isStored: true },
    { name: '[Content_Types].xml', text: '<Types/>' },
  ])
  assert.equal((await sniff(late)).sniffed, 'docx')
  const commented = writeZip([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }], 'made by hand')
  assert.equal((await sniff(commented)).sniffed, 'xlsx')
})

test('refuses an archive that is a program or has macros under the name of another', async () => {
  const jar = writeZip([{ name: 'Meta-Inf/Manifest.mf', text: 'Main-Class: x' }])
  assert.equal((await sniff(jar)).sniffed, 'jar')
  assert.equal((await judge('a.zip', jar)).kind, 'refused')
  // Java finds the directory from the end, whatever stands before the first entry.
  for (const before of ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08', 'PK\x03\x08']) {
    const moved = Buffer.concat([Buffer.from(before, 'latin1'), jar])
    assert.equal((await sniff(moved)).sniffed, 'jar', JSON.stringify(before))
  }
  const app = writeZip([{ name: 'AndroidManifest.xml' }, { name: 'META-INF/MANIFEST.MF' }])
  assert.equal((await sniff(app)).sniffed, 'apk')
  const macros = writeOfficeFile('word/document.xml', [{ name: 'word/VbaProject.BIN', text: 'x' }])
  assert.equal((await judge('a.docx', macros)).kind, 'refused')
  const basic = writeOpenDocument('text', [{ name: 'Basic/Standard/Module1.xml', text: 'x' }])
  assert.equal((await sniff(basic)).sniffed, 'macros')
  assert.equal((await sniff(writeOfficeFile('xl/workbook.bin'))).sniffed, 'xlsb')
})

test('never unpacks an archive: a bomb is as quick as any other file', async () => {
  const bomb = { raw: Buffer.alloc(2_000_000, 0xff), claimedBytes: 0xffff_fff0 }
  const archive = writeZip([
    { name: '[Content_Types].xml', ...bomb },
    { name: 'mimetype', ...bomb },
    { name: 'word/document.xml', ...bomb },
  ])
  assert.equal((await sniff(archive)).sniffed, 'docx')
  assert.equal((await sniff(gzipSync(Buffer.alloc(20_000_000)))).sniffed, 'gz')
  const tar = Buffer.alloc(1024)
  tar.write('ustar\0', 257)
  assert.equal((await sniff(gzipSync(tar))).sniffed, 'gz')
})

test('asks nobody who unpacks about what hides behind a byte order mark or a tag', async () => {
  assert.equal((await sniff(Buffer.concat([Buffer.from('\ufeff'), DOCX]))).sniffed, null)
  assert.equal((await sniff(Buffer.concat([Buffer.from('\ufeff'), gzipSync('x')]))).sniffed, null)
  const tag = Buffer.from('ID3\x03\0\0\0\0\0\x01\0', 'latin1')
  assert.equal((await sniff(Buffer.concat([tag, DOCX]))).sniffed, 'mp3')
})

test('reads a broken archive as an archive and nothing more', async () => {
  const broken: readonly Bytes[] = [
    'PK\x03\x04',
    DOCX.subarray(0, 100),
    DOCX.subarray(0, -1),
    Buffer.concat([DOCX, Buffer.from('x')]),
    DOCX.fill(0xff, DOCX.length - 10, DOCX.length - 2),
  ]
  for (const bytes of broken) {
    assert.equal((await sniff(bytes)).sniffed, 'zip')
    assert.equal((await judge('a.docx', bytes)).kind, 'refused')
  }
})

test('reads a directory of up to a megabyte', async () => {
  const program = { name: 'META-INF/MANIFEST.MF' }
  const entries = Array.from({ length: 20 }, (_, index) => ({ name: `${index}/`.padEnd(50_000, 'x') }))
  const directory = (more: number) => writeZip([...entries, { name: 'x'.repeat(more) }, program])
  // 1 MiB less 20 entries of 50,046 bytes, and two with names of 20 bytes and of the rest.
  const rest = 1024 * 1024 - 20 * 50_046 - (46 + 20) - 46
  assert.equal((await sniff(directory(rest))).sniffed, 'jar')
  assert.equal((await sniff(directory(rest + 1))).sniffed, 'zip')
})

test('refuses what is hostile under the names of what is accepted', async () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const shortcut = `L\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46${'\0'.repeat(300)}`
  const image = Buffer.alloc(40_000)
  image.write('CD001', 32_769)
  const hostile: readonly [string, Bytes][] = [
    ['a.png', svg],
    ['a.png', `\xef\xbb\xbf${svg}`],
    ['a.jpg', `MZ\x90\0\x03\0\0\0${'\0'.repeat(300)}PE\0\0`],
    ['a.mp4', '\x7fELF\x02\x01\x01\0'],
    ['a.pdf', '\xcf\xfa\xed\xfe\x07\0\0\x01'],
    ['a.pdf', 'junk\n%PDF-1.7'],
    ['a.pdf', '\xef\xbb\xbf%PDF-1.7'],
    ['a.pdf', '<html>%PDF-1.7'],
    ['a.txt', '#!/bin/sh\n'],
    ['a.csv', '<script>alert(1)</script>'],
    ['a.zip', '#!/bin/sh\nPK\x03\x04'],
    ['a.zip', shortcut],
    ['a.mp3', image],
    ['a.png', ''],
    ['a.webm', EBML('matroska')],
    ['a.gif', 'GI'],
    ['exe.gpj', 'MZ'],
    ['a.exe', 'GIF89a'],
  ]
  for (const [name, bytes] of hostile) {
    assert.equal((await judge(name, bytes)).kind, 'refused', `${name} ${JSON.stringify(bytes).slice(0, 40)}`)
  }
})

test('takes a GIF that is also a script for a GIF', async () => {
  assert.deepEqual(await judge('a.gif', 'GIF89a=1;alert(1)//\0\0'), { kind: 'accepted', type: 'image/gif' })
  assert.equal((await judge('a.js', 'GIF89a=1;alert(1)//\0\0')).kind, 'refused')
})

test('hands over the first bytes of a long file', async () => {
  const { head } = await sniff('x'.repeat(JUDGED_HEAD_BYTES + 1))
  assert.equal(head.length, JUDGED_HEAD_BYTES)
})
