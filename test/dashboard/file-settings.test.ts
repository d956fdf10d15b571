import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chooseKinds,
  FILES_PART,
  FIRST_CHOICE,
  type FilesDraft,
  findFileFaults,
  listChosenKinds,
  readSize,
} from '../../dashboard/src/screens/endpoint/settings/file-settings.ts'
import { listChanges } from '../../dashboard/src/shell/owned/settings-part.ts'
import { parseAccept } from '../../src/domain/files/accepted-kinds.ts'
import { FILE_KINDS, type FileKind, listDefaultKinds } from '../../src/domain/files/file-kinds.ts'
import '../support/dashboard/english.ts'

const MEBIBYTE = 1024 ** 2
const OFF = { on: false, accept: [] as string[], max_files: null, max_bytes: null, attach: false }

function toDraft(files: Partial<Record<keyof typeof OFF, unknown>> = {}): FilesDraft {
  // Only the settings about files are read.
  return FILES_PART.toDraft({ settings: { files: { ...OFF, ...files } } } as never)
}

function listFileChanges(draft: FilesDraft, before: FilesDraft) {
  return listChanges(FILES_PART.toRequest(draft), FILES_PART.toRequest(before))
}

function find(...suffixes: string[]): FileKind[] {
  return FILE_KINDS.filter(({ suffixes: [name] }) => suffixes.includes(name))
}

function names(accept: string): string[] {
  return listChosenKinds(accept).map(({ suffixes }) => suffixes[0])
}

test('reads sizes as people write them, in binary units', () => {
  const read: [text: string, bytes: number | null][] = [
    ['', null],
    ['  ', null],
    ['5', 5 * MEBIBYTE],
    [' 5 MiB ', 5 * MEBIBYTE],
    ['1,5 mb', 1.5 * MEBIBYTE],
    ['0.5m', MEBIBYTE / 2],
    ['500 KiB', 500 * 1024],
    ['500k', 500 * 1024],
    ['2 GB', 2 * 1024 ** 3],
    ['900 bytes', 900],
    ['1 byte', 1],
    ['900 B', 900],
    ['2,5 Mio', 2.5 * MEBIBYTE],
    ['500 ko', 500 * 1024],
    ['900 octets', 900],
    ['0', 0],
  ]
  for (const [text, bytes] of read) assert.equal(readSize(text), bytes, text)
  for (const wrong of [
    'five',
    '-5',
    '5 TB',
    '5 5',
    '1e3',
    '5.',
    'MiB',
    '5 mib mib',
    'ytes',
    '5 kytes',
    '5 octet o',
  ])
    assert.ok(Number.isNaN(readSize(wrong)), wrong)
})

test('shows a size in the largest unit that loses nothing, so that it is read as the same again', () => {
  const shown: [bytes: number, text: string][] = [
    [5 * MEBIBYTE, '5 MiB'],
    [2.5 * MEBIBYTE, '2.5 MiB'],
    [500 * 1024, '500 KiB'],
    [1024 ** 3, '1 GiB'],
    [1000, '1000 bytes'],
    [1, '1 bytes'],
    [MEBIBYTE + 1, '1048577 bytes'],
  ]
  for (const [bytes, text] of shown) {
    assert.equal(toDraft({ max_bytes: bytes })['files.max_bytes'], text)
    assert.equal(readSize(text), bytes)
  }
})

test('lists only what was changed', () => {
  const before = toDraft({ on: true, accept: ['pdf'], max_files: 2, max_bytes: MEBIBYTE })
  assert.deepEqual(listFileChanges(before, before), {})
  const same = { ...before, 'files.max_bytes': '1024k', 'files.max_files': ' 2 ' }
  assert.deepEqual(listFileChanges(same, before), {}, 'the same values in other words')
  const all: FilesDraft = {
    'files.on': 'off',
    'files.accept': '',
    'files.max_files': '',
    'files.max_bytes': '2',
    'files.attach': 'attach',
  }
  assert.deepEqual(listFileChanges(all, before), {
    files: { on: false, accept: [], max_files: null, max_bytes: 2 * MEBIBYTE, attach: true },
  })
})

test('finds every fault at once, one above and below each limit', () => {
  const wrong = {
    ...toDraft(),
    'files.accept': chooseKinds('pdf', { kinds: find('pdf'), are: 'left' }),
  }
  for (const most of ['0', '21', '1.5', 'many', '-1']) {
    const faults = findFileFaults({ ...wrong, 'files.max_files': most, 'files.max_bytes': 'large' })
    assert.deepEqual(
      Object.keys(faults).toSorted(),
      ['files.accept', 'files.max_bytes', 'files.max_files'],
      most,
    )
  }
  for (const most of ['1', '20', ''])
    assert.deepEqual(findFileFaults({ ...toDraft(), 'files.max_files': most }), {})
  assert.deepEqual(findFileFaults({ ...toDraft(), 'files.max_bytes': '1 byte' }), {})
  assert.deepEqual(Object.keys(findFileFaults({ ...toDraft(), 'files.max_bytes': '0' })), ['files.max_bytes'])
})

test('chooses kinds one by one, and names groups that are whole', () => {
  const usual = listDefaultKinds().map(({ suffixes }) => suffixes[0])
  assert.deepEqual(names(''), usual)
  assert.deepEqual(names(FIRST_CHOICE), usual)
  const withMacros = chooseKinds(FIRST_CHOICE, { kinds: find('docm'), are: 'chosen' })
  assert.equal(withMacros, 'default docm')
  const withoutZip = chooseKinds(withMacros, { kinds: find('zip'), are: 'left' })
  assert.equal(withoutZip, 'images documents audio video docm')
  const withoutPng = chooseKinds(withoutZip, { kinds: find('png'), are: 'left' })
  assert.equal(withoutPng, 'documents audio video jpg gif webp avif heic docm')
  assert.equal(chooseKinds(withoutPng, { kinds: find('png', 'zip'), are: 'chosen' }), 'default docm')
  // A list that the API was told in other words stays until it is changed.
  assert.equal(toDraft({ accept: ['image/*', 'application/pdf'] })['files.accept'], 'image/* application/pdf')
  assert.deepEqual(names('image/* application/pdf'), ['png', 'jpg', 'gif', 'webp', 'avif', 'heic', 'pdf'])

  const none = chooseKinds(chooseKinds('', { kinds: FILE_KINDS, are: 'chosen' }), {
    kinds: FILE_KINDS,
    are: 'left',
  })
  assert.deepEqual(names(none), [], 'an empty choice is not the default')
  assert.equal(chooseKinds(none, { kinds: find('pdf'), are: 'chosen' }), 'pdf')
})

test('writes lists that the service reads as the same kinds', () => {
  for (const kind of FILE_KINDS) {
    for (const start of ['', 'none', FIRST_CHOICE]) {
      for (const are of ['chosen', 'left'] as const) {
        const accept = chooseKinds(start, { kinds: [kind], are })
        if (accept === 'none') continue
        const parsed = parseAccept(accept.split(' '))
        assert.equal(parsed.kind, 'accept', accept)
        if (parsed.kind === 'accept') assert.deepEqual(parsed.kinds, listChosenKinds(accept))
      }
    }
  }
  const all = chooseKinds('', { kinds: FILE_KINDS, are: 'chosen' })
  assert.equal(parseAccept(all.split(' ')).kind, 'accept', 'even all of them')
})
