import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeFile } from '../../../src/domain/files/judge-file.ts'

type Case = { name: string; sniffed?: string | null; head: string | Uint8Array; accept?: readonly string[] }

function judge({ name, sniffed = null, head, accept = [] }: Case) {
  return judgeFile({
    name,
    sniffed,
    head: typeof head === 'string' ? Buffer.from(head, 'latin1') : head,
    accept,
  })
}

function messageOf(file: Case): string {
  const judgement = judge(file)
  assert.equal(judgement.kind, 'refused')
  return judgement.kind === 'refused' ? judgement.message : ''
}

const GIF = 'GIF89a\x01\0\x01\0\0\0\0;'
const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'

test('accepts a file whose bytes are of the type that its name says', () => {
  const accepted = { kind: 'accepted', type: 'image/png' }
  assert.deepEqual(judge({ name: 'photo.png', sniffed: 'png', head: PNG }), accepted)
  assert.deepEqual(judge({ name: 'PHOTO.PNG', sniffed: 'apng', head: PNG }), accepted)
  assert.deepEqual(judge({ name: 'photo.jpeg', sniffed: 'jpg', head: '\xff\xd8\xff' }), {
    kind: 'accepted',
    type: 'image/jpeg',
  })
})

test('refuses a file whose bytes are of another type, naming both and the accepted kinds', () => {
  assert.equal(
    messageOf({ name: 'photo.png', sniffed: 'gif', head: GIF, accept: ['png', 'pdf'] }),
    'The file "photo.png" is named as a png file, but contains a file of the type gif. This form accepts png and pdf files.',
  )
  assert.match(messageOf({ name: 'photo.png', head: '\x01\x02' }), /is damaged or is not a png file/)
  assert.match(messageOf({ name: 'photo.png', head: 'Hello' }), /but contains text\./)
})

test('refuses kinds that the form does not take', () => {
  assert.equal(
    messageOf({ name: 'photo.gif', sniffed: 'gif', head: GIF, accept: ['pdf'] }),
    'The file "photo.gif" is of the type gif, which this form does not accept. This form accepts pdf files.',
  )
  assert.match(
    messageOf({ name: 'plan.dwg', head: 'AC1032' }),
    /of the type dwg, which this form does not accept/,
  )
  assert.match(messageOf({ name: 'notes', head: 'Hello' }), /has no ending such as "\.pdf"/)
})

test('refuses programs and pages by their names, also where the owner lists them', () => {
  for (const name of ['x.exe', 'x.png.exe', 'x.html', 'x.svg', 'x.js', 'x.jar', 'x.lnk', 'x.dmg', 'x.ps1']) {
    assert.match(
      messageOf({ name, head: 'text', accept: ['exe', 'html', 'svg', 'pdf'] }),
      /is never accepted: /,
    )
  }
})

const DANGEROUS: readonly [what: string, head: string | Uint8Array, words: RegExp][] = [
  ['a Windows program', 'MZ\x90\0\x03\0', /is a program, which is never/],
  ['a Linux program', '\x7fELF\x02\x01\x01', /is a program/],
  ['a macOS program', '\xcf\xfa\xed\xfe\x07', /is a program/],
  ['a macOS program for two processors', '\xca\xfe\xba\xbe\0\0\0\x02', /is a program/],
  ['an Android program', 'dex\n035\0', /is a program/],
  ['a shell script', '#!/bin/sh\nrm -rf ~', /is a script/],
  ['a script after a byte order mark', '\xef\xbb\xbf#!/bin/sh', /is a script/],
  ['a page', '<!DOCTYPE html><script>alert(1)</script>', /is a web page/],
  ['a page after blank lines', '\r\n\t  <script>alert(1)</script>', /is a web page/],
  ['a page after a byte order mark', '\xef\xbb\xbf<HTML>', /is a web page/],
  ['a page in UTF-16', Buffer.from('\ufeff<html>', 'utf16le'), /is a web page/],
  ['a page in big-endian UTF-16', Buffer.from('\ufeff<svg/>', 'utf16le').swap16(), /is a web page/],
  ['an image with scripts', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">', /is a web page/],
  ['an XML document', '<?xml version="1.0"?><svg/>', /is a web page/],
  ['a comment before a page', '<!-- --><img src=x onerror=alert(1)>', /is a web page/],
  ['PHP', '<?php system($_GET[0]);', /is a web page/],
]
for (const [what, head, words] of DANGEROUS) {
  test(`refuses ${what} under every name`, () => {
    for (const [name, sniffed] of [
      ['a.png', 'png'],
      ['a.txt', null],
      ['a.csv', null],
      ['a.pdf', 'pdf'],
      ['a.zip', 'zip'],
      ['a.log', null],
    ] as const) {
      assert.match(messageOf({ name, sniffed, head, accept: ['default', 'log'] }), words)
    }
  })
}

test('takes a file of two types for what its first bytes say', () => {
  assert.equal(judge({ name: 'a.gif', sniffed: 'gif', head: 'GIF89a/*\0\0*/=1;alert(1)' }).kind, 'accepted')
  assert.match(messageOf({ name: 'a.pdf', sniffed: 'pdf', head: '<html>%PDF-1.7' }), /is a web page/)
  assert.match(messageOf({ name: 'a.pdf', head: 'x%PDF-1.7' }), /but contains text/)
  assert.match(messageOf({ name: 'a.zip', head: '#!/bin/sh\nPK\x03\x04' }), /is a script/)
})

test('accepts text in its encodings', () => {
  const texts: readonly (string | Uint8Array)[] = [
    'Name;Ort\r\nJ\xf6rg;K\xf6ln\r\n',
    Buffer.from('名前,場所\n'),
    Buffer.from('\ufeffname,place\n'),
    Buffer.from('\ufeffname\tplace\n', 'utf16le'),
    Buffer.from('\ufeffname\tplace\n', 'utf16le').swap16(),
    'page one\f page two',
  ]
  for (const head of texts) {
    assert.deepEqual(judge({ name: 'a.csv', head }), { kind: 'accepted', type: 'text/csv' })
  }
})

test('accepts text that begins like the signature of another type', () => {
  for (const [head, sniffed] of [
    ['BMW;1', 'bmp'],
    ['MZ;Ort\n', 'exe'],
    ['FORMAT,SIZE\n', 'aif'],
    ['ID3 is a tag', 'mp3'],
    ['x < y and <3', null],
    ['<ada@lovelace.org> wrote:', null],
  ] as const) {
    assert.equal(judge({ name: 'a.txt', sniffed, head }).kind, 'accepted', head)
  }
})

test('refuses text with control characters, and documents named as text', () => {
  for (const head of ['a\0b', 'a\x1b[31mb', 'a\x07', 'a\x08b', 'a\x7f', '\x0bb']) {
    assert.match(messageOf({ name: 'a.txt', head }), /is not a txt file/)
  }
  assert.match(messageOf({ name: 'a.txt', sniffed: 'pdf', head: '%PDF-1.7' }), /type pdf/)
  assert.match(messageOf({ name: 'a.txt', sniffed: 'rtf', head: '{\\rtf1' }), /type rtf/)
})

test('refuses an empty file', () => {
  assert.match(
    messageOf({ name: 'a.txt', head: '' }),
    /^The file "a\.txt" is empty\. This form accepts png, jpg,/,
  )
})

test('takes office files with macros only where they are listed, and never under another name', () => {
  const head = 'PK\x03\x04'
  assert.match(messageOf({ name: 'a.docm', sniffed: 'docm', head }), /docm, which this form does not accept/)
  assert.match(
    messageOf({ name: 'a.docm', sniffed: 'docm', head, accept: ['documents'] }),
    /docm, which this form does not accept/,
  )
  assert.equal(judge({ name: 'a.docm', sniffed: 'docm', head, accept: ['docm'] }).kind, 'accepted')
  for (const name of ['a.docx', 'a.zip']) {
    const message = messageOf({ name, sniffed: 'docm', head, accept: ['default', 'docm'] })
    assert.match(message, /contains a Word document with macros/)
  }
  assert.match(messageOf({ name: 'a.odt', sniffed: 'macros', head }), /a document with macros/)
})

test('takes a document for an archive, but no program', () => {
  const head = 'PK\x03\x04'
  assert.equal(judge({ name: 'a.zip', sniffed: 'docx', head }).kind, 'accepted')
  assert.match(messageOf({ name: 'a.zip', sniffed: 'jar', head }), /contains a Java program/)
  assert.match(messageOf({ name: 'a.docx', sniffed: 'zip', head }), /contains a ZIP archive/)
  assert.match(messageOf({ name: 'a.docx', sniffed: 'cfb', head: '\xd0\xcf' }), /password-protected/)
})
