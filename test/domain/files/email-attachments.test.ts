import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseAttachments, MAX_ATTACHED_BYTES } from '../../../src/domain/files/email-attachments.ts'
import type { ScanResult } from '../../../src/domain/files/stored-file.ts'

const PDF = { type: 'application/pdf', scan: 'none' as ScanResult }
const OPEN = { isScanRequired: false }

test('attaches files up to 5 MiB in all', () => {
  const half = { ...PDF, bytes: MAX_ATTACHED_BYTES / 2 }
  const byte = { ...PDF, bytes: 1 }
  assert.deepEqual(chooseAttachments([half, half], OPEN), [half, half], 'all of it')
  assert.deepEqual(chooseAttachments([half, half, byte], OPEN), [half, half], 'one byte more')
  const less = { ...PDF, bytes: MAX_ATTACHED_BYTES / 2 - 1 }
  assert.deepEqual(chooseAttachments([half, less, byte], OPEN), [half, less, byte])
})

test('a file that does not fit is a link, and the next one is attached', () => {
  const large = { ...PDF, bytes: MAX_ATTACHED_BYTES + 1 }
  const small = { ...PDF, bytes: 10 }
  assert.deepEqual(chooseAttachments([large, small], OPEN), [small])
})

test('attaches pdf, png, jpg, txt and csv, and no other type', () => {
  const attached = ['application/pdf', 'image/png', 'image/jpeg', 'text/plain', 'text/csv']
  const others = ['application/zip', 'image/gif', 'image/webp', 'video/mp4', 'text/markdown', 'text/calendar']
  const files = [...attached, ...others].map((type) => ({ type, bytes: 10, scan: 'none' as ScanResult }))
  assert.deepEqual(
    chooseAttachments(files, OPEN).map(({ type }) => type),
    attached,
  )
})

test('attaches nothing that a scanner should have judged and has not found clean', () => {
  const scans: ScanResult[] = ['none', 'waiting', 'clean', 'found', 'too_large', 'unreachable']
  const files = scans.map((scan) => ({ ...PDF, bytes: 10, scan }))
  const toScans = (isScanRequired: boolean) =>
    chooseAttachments(files, { isScanRequired }).map(({ scan }) => scan)
  assert.deepEqual(toScans(false), ['none', 'clean'])
  assert.deepEqual(toScans(true), ['clean'])
})
