import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { NO_BUDGET_USE } from '../../src/delivery/channels/email/budget-use.ts'
import { postWithFiles } from '../../src/delivery/channels/email/files/post-with-files.ts'
import { readAttachment } from '../../src/delivery/channels/email/files/read-attachment.ts'
import type { FoundSubmissionEmail } from '../../src/delivery/channels/email/found-email.ts'
import type { Posted } from '../../src/delivery/channels/email/mailer.ts'
import type { PrintedFiles } from '../../src/delivery/channels/email/templates/printed-files.ts'
import type { StoredFile } from '../../src/domain/files/stored-file.ts'
import { createKeys } from '../../src/ids/keys.ts'
import { openLog } from '../../src/runtime/log.ts'
import { FilesUnavailable } from '../../src/store/contract/errors.ts'
import { emailInput } from '../support/fixtures/email-input.ts'
import { PDF, sha256 } from '../support/fixtures/files.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const ACCEPTED: Posted = { kind: 'accepted', answer: '250 taken' }

function storedFile(bytes: Buffer, change: Partial<StoredFile> = {}): StoredFile {
  return {
    ...{ key: 640, submissionKey: 640, field: 'cv', name: 'a.pdf', type: 'application/pdf' },
    ...{ bytes: bytes.length, sha256: sha256(bytes), place: '0'.repeat(26) },
    ...{ scan: 'none', malware: null, linkVersion: 0 },
    ...change,
  }
}

/** An email about a submission with one file, of a form that wants attachments. */
function foundEmail(): FoundSubmissionEmail {
  const { endpoint } = emailInput({ state: 'claimed' })
  const files = { ...endpoint.settings.files, on: true, attach: true }
  return {
    kind: 'submission',
    delivery: {
      ...{ key: 640, kind: 'submission', target: 'key of the mailbox', destination: null },
      ...{ createdAt: NOW, attempts: 0, startedAt: null, gathers: false },
    },
    submission: {
      ...{ key: 640, receivedAt: NOW, fields: [], isTest: false, fileCount: 1, isUnjudged: false },
      ...{ spamReasons: null, withdrawnAt: null, trashedAt: null, ordinal: 0, resends: 0, plan: 'free' },
      ...{ emailKey: null, isEncryptedOnly: false, ciphertext: null },
      endpoint: { ...endpoint, settings: { ...endpoint.settings, files } },
    },
    mailbox: { suppressed: false, refusesConfirmations: false, isUndeliverable: false, hasBounced: false },
    claimEmailDueAt: null,
    emailKey: null,
    ...NO_BUDGET_USE,
  }
}

test('two emails with attachments are in progress at one time, and a third waits before it reads', async () => {
  const posting: ((posted: Posted) => void)[] = []
  let opened = 0
  const deps = {
    post: (_: PrintedFiles) => new Promise<Posted>((resolve) => posting.push(resolve)),
    files: {
      listFilesOf: async () => [storedFile(PDF)],
      async open() {
        opened += 1
        return { bytes: PDF.length, stream: Readable.from([PDF]) }
      },
      isScanRequired: false,
    },
    keys: createKeys('the secret of the instance that is under test'),
    sender: { base: 'https://forms.formslot.dev' },
    log: openLog('silent'),
    now: NOW,
  }
  const sent = [1, 2, 3].map(() => postWithFiles(foundEmail(), deps))
  while (posting.length < 2) await setImmediate()
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  assert.deepEqual([opened, posting.length], [2, 2])
  posting[0]?.(ACCEPTED)
  while (posting.length < 3) await setImmediate()
  assert.equal(opened, 3)
  for (const answer of posting) answer(ACCEPTED)
  assert.deepEqual(await Promise.all(sent), [ACCEPTED, ACCEPTED, ACCEPTED])
})

test('encodes a file that comes in pieces of any size as one that comes whole', async () => {
  const bytes = Buffer.from(Array.from({ length: 10_000 }, (_, index) => (index * 7) % 256))
  const expected = `${bytes
    .toString('base64')
    .match(/.{1,76}/g)
    ?.join('\r\n')}\r\n`
  for (const size of [1, 56, 57, 58, 4096, 9_999, 10_000]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    const open = async () => ({ bytes: bytes.length, stream: Readable.from(pieces) })
    const read = await readAttachment(storedFile(bytes), { open }, new AbortController().signal)
    assert.ok(read.kind === 'attached')
    assert.equal(read.attachment.content.toString('latin1'), expected, `pieces of ${size}`)
  }
})

test('a file that is read too slowly, or not to its end, is unavailable', async () => {
  const file = storedFile(PDF)
  const limit = new AbortController()
  const stuck = new Readable({ read() {} })
  stuck.push(PDF.subarray(0, 10))
  const reading = readAttachment(
    file,
    { open: async () => ({ bytes: PDF.length, stream: stuck }) },
    limit.signal,
  )
  limit.abort()
  await assert.rejects(reading, FilesUnavailable)
  assert.ok(stuck.destroyed)
  const broken = Readable.from(
    (async function* () {
      yield PDF.subarray(0, 10)
      throw new Error('the connection was lost')
    })(),
  )
  await assert.rejects(
    readAttachment(
      file,
      { open: async () => ({ bytes: PDF.length, stream: broken }) },
      new AbortController().signal,
    ),
    FilesUnavailable,
  )
})

test('other bytes of the same length are never attached', async () => {
  const other = Buffer.from(PDF).fill('x', 3, 4)
  assert.notEqual(createHash('sha256').update(other).digest('hex'), sha256(PDF))
  const open = async () => ({ bytes: PDF.length, stream: Readable.from([other]) })
  const read = await readAttachment(storedFile(PDF), { open }, new AbortController().signal)
  assert.deepEqual(read, { kind: 'damaged' })
})
