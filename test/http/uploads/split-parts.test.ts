import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import fc from 'fast-check'
import { BodyUnreadable, readParts } from '../../../src/http/uploads/split-parts.ts'

const BOUNDARY = 'b-b'
/** Bytes of which nearly every text is nearly a boundary. */
const ALMOST = ['\r', '\n', '\r\n', '-', '--', 'b', 'b-', '\r\n--b-', 'x'] as const

test('parts are the same in whichever pieces their body arrives', async () => {
  const content = fc
    .array(fc.constantFrom(...ALMOST), { maxLength: 12 })
    .map((texts) => texts.join(''))
    .filter((text) => !`\r\n${text}`.includes(`\r\n--${BOUNDARY}`))
  const property = fc.asyncProperty(
    fc.array(content, { minLength: 1, maxLength: 3 }),
    fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
    async (contents, lengths) => {
      const body = Buffer.from(
        `${contents.map((text) => `--${BOUNDARY}\r\nX: y\r\n\r\n${text}\r\n`).join('')}--${BOUNDARY}--\r\n`,
      )
      const read: string[] = []
      for await (const part of readParts(cut(body, lengths), BOUNDARY)) {
        assert.equal(part.headers, 'X: y')
        read.push((await buffer(part.bytes)).toString())
      }
      assert.deepEqual(read, contents)
    },
  )
  await fc.assert(property, { numRuns: 500 })
})

test('an endless text behind the last part is not read to its end', async () => {
  let read = 0
  async function* endless(): AsyncGenerator<Buffer> {
    yield Buffer.from(`--${BOUNDARY}\r\nX: y\r\n\r\nz\r\n--${BOUNDARY}--\r\n`)
    for (; read < 100; read += 1) yield Buffer.alloc(1000)
  }
  await assert.rejects(async () => {
    for await (const part of readParts(endless(), BOUNDARY)) await buffer(part.bytes)
  }, BodyUnreadable)
  assert.equal(read, 1)
})

async function* cut(body: Buffer, lengths: Iterable<number>): AsyncGenerator<Buffer> {
  let at = 0
  for (const length of lengths) {
    if (at >= body.length) return
    yield body.subarray(at, at + length)
    at += length
  }
}
