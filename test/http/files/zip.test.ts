import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directoryRecord, endOfDirectory, writeZip, type ZipEntry } from '../../../src/http/files/zip.ts'
import { unzip, withoutUnzip } from '../../support/fixtures/unzip.ts'

const AT = new Date('2026-11-20T10:00:02.000Z')
const GIBIBYTE = 1024 ** 3

async function* pieces(...list: (string | Uint8Array)[]) {
  yield* list
}

async function* listEntries(entries: Iterable<ZipEntry>) {
  yield* entries
}

async function pack(entries: Iterable<ZipEntry>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of writeZip(listEntries(entries))) parts.push(part)
  return Buffer.concat(parts)
}

test('programs of others unpack an archive', { skip: withoutUnzip }, async () => {
  const bytes = Buffer.from([0, 255, 80, 75, 3, 4])
  const archive = await pack([
    { name: 'submissions.json', modifiedAt: AT, bytes: null, content: pieces('[', '', '"ü"', ']') },
    {
      name: 'sub_x/1-履歴書 😀.pdf',
      modifiedAt: AT,
      bytes: 6,
      content: pieces(bytes.subarray(0, 2), bytes.subarray(2)),
    },
    { name: 'sub_x/2-empty', modifiedAt: new Date('1970-01-01'), bytes: 0, content: pieces() },
  ])
  const facts = { mode: 0o100600, stored: true }
  assert.deepEqual(await unzip(archive), [
    {
      ...facts,
      name: 'submissions.json',
      time: [2026, 11, 20, 10, 0, 2],
      utf8: true,
      bytes: Buffer.from('["ü"]'),
    },
    { ...facts, name: 'sub_x/1-履歴書 😀.pdf', time: [2026, 11, 20, 10, 0, 2], utf8: true, bytes },
    { ...facts, name: 'sub_x/2-empty', time: [1980, 1, 1, 0, 0, 0], utf8: true, bytes: Buffer.alloc(0) },
  ])
  assert.deepEqual(await unzip(await pack([])).catch(() => []), [])
})

test('programs of others unpack 10,000 files', { skip: withoutUnzip }, async () => {
  const count = 10_000
  const entries = Array.from({ length: count }, (_, number) => ({
    name: `sub_${number}/1-file.txt`,
    modifiedAt: AT,
    bytes: String(number).length,
    content: pieces(String(number)),
  }))
  const unpacked = await unzip(await pack(entries))
  assert.equal(unpacked.length, count)
  const last = unpacked.at(-1)
  assert.deepEqual([last?.name, last?.bytes.toString()], [`sub_${count - 1}/1-file.txt`, String(count - 1)])
})

test('an archive that does not get all bytes of a file ends with a fault', async () => {
  for (const bytes of [4, 6]) {
    const entry = { name: 'x', modifiedAt: AT, bytes, content: pieces('12345') }
    await assert.rejects(pack([entry]), /has 5 bytes/)
  }
})

test('a size and an offset of 4 GiB stand in 64 bits, and smaller ones in 32', () => {
  const record = { name: Buffer.from('x'), time: 0, crc: 7 }
  const read = (bytes: number, offset: number) => {
    const written = directoryRecord({ ...record, bytes, offset })
    const extra = written.subarray(46 + 1)
    assert.equal(written.readUInt16LE(30), extra.length)
    const large = Array.from({ length: Math.max(0, (extra.length - 4) / 8) }, (_, at) =>
      Number(extra.readBigUInt64LE(4 + 8 * at)),
    )
    return {
      version: written.readUInt16LE(6),
      sizes: [written.readUInt32LE(20), written.readUInt32LE(24)],
      offset: written.readUInt32LE(42),
      large,
    }
  }
  const edge = 0xffffffff
  assert.deepEqual(read(edge - 1, edge - 1), {
    ...{ version: 20, sizes: [edge - 1, edge - 1], offset: edge - 1, large: [] },
  })
  assert.deepEqual(read(edge, 5), { version: 45, sizes: [edge, edge], offset: 5, large: [edge, edge] })
  assert.deepEqual(read(5, edge), { version: 45, sizes: [5, 5], offset: edge, large: [edge] })
  assert.deepEqual(read(5 * GIBIBYTE, 6 * GIBIBYTE), {
    ...{ version: 45, sizes: [edge, edge], offset: edge },
    large: [5 * GIBIBYTE, 5 * GIBIBYTE, 6 * GIBIBYTE],
  })
})

test('the end of an archive has 64 bits where one of its numbers needs them', () => {
  const small = { count: 65_534, bytes: 0xfffffffe, offset: 0xfffffffe }
  assert.equal(endOfDirectory(small).length, 22)
  for (const large of [{ count: 65_535 }, { bytes: 0xffffffff }, { offset: 0xffffffff }]) {
    const directory = { ...small, ...large }
    const end = endOfDirectory(directory)
    assert.equal(end.length, 56 + 20 + 22)
    const numbers = [24, 32, 40, 48].map((at) => Number(end.readBigUInt64LE(at)))
    assert.deepEqual(numbers, [directory.count, directory.count, directory.bytes, directory.offset])
    assert.equal(Number(end.readBigUInt64LE(56 + 8)), directory.offset + directory.bytes)
  }
})
