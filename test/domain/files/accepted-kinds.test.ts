import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  listAcceptedKinds,
  listAcceptedSuffixes,
  MAX_ACCEPT_ENTRIES,
  parseAccept,
} from '../../../src/domain/files/accepted-kinds.ts'
import { FILE_KINDS, findNeverReason } from '../../../src/domain/files/file-kinds.ts'

/** Kinds that forms take by default, and suffixes that none takes, as the specification lists them. */
const DEFAULT =
  'png jpg gif webp avif heic pdf txt csv docx xlsx pptx odt ods odp mp3 m4a wav mp4 mov webm zip'.split(' ')
const NEVER =
  'html xhtml svg xml js mjs css swf jar exe dll msi com bat cmd ps1 vbs scr lnk iso img dmg apk'.split(' ')

function names(accept: readonly string[]): string[] {
  const parsed = parseAccept(accept)
  assert.equal(parsed.kind, 'accept')
  return parsed.kind === 'accept' ? parsed.kinds.map(({ suffixes }) => suffixes[0]) : []
}

function messageOf(accept: readonly string[]): string {
  const parsed = parseAccept(accept)
  assert.equal(parsed.kind, 'problem')
  return parsed.kind === 'problem' ? parsed.message : ''
}

test('an empty list accepts the default kinds', () => {
  assert.deepEqual(names([]), DEFAULT)
  assert.deepEqual(listAcceptedKinds([]), listAcceptedKinds(['default']))
})

test('reads suffixes, groups and media types, each once', () => {
  const parsed = parseAccept(['.PDF', 'pdf', ' *.png ', 'image/*', 'application/pdf'])
  assert.equal(parsed.kind, 'accept')
  if (parsed.kind !== 'accept') return
  assert.deepEqual(parsed.entries, ['pdf', 'png', 'image/*', 'application/pdf'])
  assert.deepEqual(
    parsed.kinds.map(({ suffixes }) => suffixes[0]),
    ['png', 'jpg', 'gif', 'webp', 'avif', 'heic', 'pdf'],
  )
  assert.deepEqual(parsed.kinds, listAcceptedKinds(parsed.entries))
  assert.deepEqual(names(['jpeg']), ['jpg'])
  assert.deepEqual(names(['audio', 'video', 'archives']), ['mp3', 'm4a', 'wav', 'mp4', 'mov', 'webm', 'zip'])
  assert.deepEqual(names(['default', 'docm']), [...DEFAULT, 'docm'])
})

test('lists suffixes for a file input', () => {
  assert.deepEqual(listAcceptedSuffixes(['pdf', 'jpg']), ['.jpg', '.jpeg', '.jfif', '.pdf'])
})

test('refuses what no form takes, and says the reason', () => {
  for (const suffix of NEVER) {
    assert.match(
      messageOf(['pdf', `.${suffix}`]),
      new RegExp(`^Files of the type "${suffix}" are never accepted: .+\\.$`),
    )
  }
})

test('refuses unknown kinds and names the known ones', () => {
  assert.match(
    messageOf(['dwg']),
    /^"dwg" is not a known kind of file\. Known are the groups images,.* and png, jpg,/,
  )
  for (const entry of ['', '.', '*', '*/*', '__proto__', 'x'.repeat(1000)])
    assert.match(messageOf([entry]), /is not a/)
  assert.ok(messageOf(['x'.repeat(1000)]).length < 500)
})

test('refuses more than 50 entries', () => {
  assert.equal(parseAccept(Array(MAX_ACCEPT_ENTRIES).fill('pdf')).kind, 'accept')
  assert.match(messageOf(Array(MAX_ACCEPT_ENTRIES + 1).fill('pdf')), /at most 50/)
})

test('no suffix is both known and refused, or of two kinds', () => {
  const suffixes = FILE_KINDS.flatMap((kind) => kind.suffixes)
  assert.deepEqual(
    suffixes.filter((suffix) => findNeverReason(suffix) !== null),
    [],
  )
  assert.equal(new Set(suffixes).size, suffixes.length)
})
