import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newEndpoint } from '../../../src/domain/endpoints/endpoint.ts'
import { checkFiles, countedBytes, formatSize, getFileLimits } from '../../../src/domain/files/file-limits.ts'
import { type FileSettings, NO_FILE_SETTINGS } from '../../../src/domain/files/file-settings.ts'
import { PLANS, type Plan } from '../../../src/domain/plans/plan.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const MIB = 1024 * 1024

/** A claimed form that takes files, with these settings. */
function formWith(settings: Partial<FileSettings> = {}, confirmedAt: Date | null = NOW) {
  const endpoint = newEndpoint({ id: 'f_0000000000000000', recipient: 'ada@lovelace.dev', now: NOW })
  const files = { ...NO_FILE_SETTINGS, on: true, ...settings }
  return { ...endpoint, claimedAt: confirmedAt, confirmedAt, settings: { ...endpoint.settings, files } }
}

const file = (bytes: number, field = 'cv') => ({ field, name: `${field}.pdf`, bytes })
const judge = (
  files: readonly ReturnType<typeof file>[],
  about: { settings?: Partial<FileSettings>; plan?: Plan | null; storedBytes?: number } = {},
) => {
  const { settings = {}, plan = PLANS.free, storedBytes = 0 } = about
  return checkFiles({ endpoint: formWith(settings), plan, storedBytes, files })
}

test('a form takes files once it is confirmed, has a plan that takes some, and its owner said so', () => {
  assert.equal(getFileLimits(formWith({ on: false }), PLANS.free), null)
  assert.equal(getFileLimits(formWith({}, null), PLANS.free), null)
  assert.equal(getFileLimits(formWith(), null), null)
  assert.equal(getFileLimits(formWith(), { ...PLANS.free, filesPerSubmission: 0 }), null)
  assert.deepEqual(getFileLimits(formWith(), PLANS.free), {
    fileBytes: 5 * MIB,
    filesPerSubmission: 3,
    submissionBytes: 10 * MIB,
  })
  assert.deepEqual(getFileLimits(formWith(), PLANS.pro), {
    fileBytes: 25 * MIB,
    filesPerSubmission: 10,
    submissionBytes: 100 * MIB,
  })
})

test('settings narrow the limits of the plan and never widen them', () => {
  const limits = (settings: Partial<FileSettings>, plan = PLANS.free) =>
    getFileLimits(formWith(settings), plan)
  assert.equal(limits({ maxFiles: 1 })?.filesPerSubmission, 1)
  assert.equal(limits({ maxFiles: 20 })?.filesPerSubmission, 3)
  assert.equal(limits({ maxBytes: 1000 })?.fileBytes, 1000)
  assert.equal(limits({ maxBytes: 25 * MIB })?.fileBytes, 5 * MIB)
  const generous = { ...PLANS.pro, filesPerSubmission: 500, fileBytes: 900 * MIB }
  assert.equal(limits({}, generous)?.filesPerSubmission, 20, 'the keys of a submission are enough for 20')
  assert.equal(limits({}, generous)?.fileBytes, 100 * MIB, 'no file is larger than all files together')
})

test('each limit admits what equals it and refuses one more', () => {
  assert.equal(judge([]), null)
  assert.equal(judge([file(5 * MIB)]), null)
  assert.equal(judge([file(5 * MIB), file(5 * MIB)]), null)
  const large = judge([file(1), file(5 * MIB + 1, 'photo')])
  assert.deepEqual([large?.code, large?.field], ['file_too_large', 'photo'])
  assert.match(large?.message ?? '', /"photo\.pdf" is larger than 5 MiB/)
  const together = judge([file(5 * MIB), file(5 * MIB), file(1)])
  assert.deepEqual([together?.code, together?.field], ['file_too_large', undefined])
  assert.equal(judge([file(1), file(1), file(1)]), null)
  assert.equal(judge([file(1), file(1), file(1), file(1)])?.code, 'too_many_files')
  assert.match(judge([file(1), file(1)], { settings: { maxFiles: 1 } })?.message ?? '', /takes one\./)
  assert.deepEqual(judge([file(1)], { settings: { on: false } }), { code: 'file_refused', field: 'cv' })
  assert.deepEqual(judge([file(1)], { plan: null }), { code: 'file_refused', field: 'cv' })
})

test('the storage of the account counts each small file as a block', () => {
  const { storedBytes } = PLANS.free
  assert.equal(countedBytes({ bytes: 1 }), 4096)
  assert.equal(countedBytes({ bytes: 4096 }), 4096)
  assert.equal(countedBytes({ bytes: 4097 }), 4097)
  assert.equal(judge([file(1), file(1)], { storedBytes: storedBytes - 2 * 4096 }), null)
  assert.deepEqual(judge([file(1), file(1)], { storedBytes: storedBytes - 2 * 4096 + 1 }), {
    code: 'file_storage_full',
  })
  assert.equal(judge([file(5000)], { storedBytes: storedBytes - 5000 }), null)
  assert.deepEqual(judge([file(5000)], { storedBytes: storedBytes - 4999 }), { code: 'file_storage_full' })
  assert.equal(
    judge([], { storedBytes: storedBytes + 1 }),
    null,
    'a submission without files is never refused for it',
  )
})

test('says sizes for people', () => {
  const sizes = [0, 1023, 1024, 100_000, MIB, 1.5 * MIB, 25 * MIB, 1024 * MIB].map(formatSize)
  assert.deepEqual(sizes, [
    '0 bytes',
    '1023 bytes',
    '1 KiB',
    '98 KiB',
    '1 MiB',
    '1.5 MiB',
    '25 MiB',
    '1024 MiB',
  ])
})
