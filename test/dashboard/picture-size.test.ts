import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPictureSize } from '../../dashboard/src/screens/submission/files/picture-size.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const be16 = (number: number) => [number >> 8, number & 0xff]
const le16 = (number: number) => [number & 0xff, number >> 8]
const le24 = (number: number) => [...le16(number & 0xffff), number >> 16]
const le32 = (number: number) => [...le16(number & 0xffff), ...le16(number >>> 16)]

function png(width: number, height: number): Buffer {
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32BE(width, 0)
  sizes.writeUInt32BE(height, 4)
  return Buffer.concat([latin('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR'), sizes, Buffer.from([8, 6, 0, 0, 0])])
}

/** @param frame left, top, width and height of the first frame */
function gif(screen: [number, number], frame: [number, number, number, number], colors = 0): Buffer {
  const table = colors === 0 ? [] : Array(3 * colors).fill(0x2c)
  const flags = colors === 0 ? 0 : 0x80 | (Math.log2(colors) - 1)
  const comment = [0x21, 0xfe, 3, 0x2c, 0x2c, 0x2c, 1, 0x2c, 0]
  return Buffer.concat([
    latin('GIF89a'),
    Buffer.from([
      ...screen.flatMap(le16),
      flags,
      0,
      0,
      ...table,
      ...comment,
      0x2c,
      ...frame.flatMap(le16),
      0,
    ]),
  ])
}

function jpeg(width: number, height: number, before: readonly number[] = []): Buffer {
  const app1 = [0xff, 0xe1, ...be16(10), 0xff, 0xc0, 0, 17, 8, 0, 1, 0]
  return Buffer.from([
    0xff,
    0xd8,
    ...app1,
    ...before,
    0xff,
    0xc2,
    0,
    17,
    8,
    ...be16(height),
    ...be16(width),
    3,
  ])
}

function webp(chunk: string, body: readonly number[]): Buffer {
  return Buffer.concat([latin(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`), Buffer.from(body)])
}

test('reads the size of each kind of picture from its first bytes', () => {
  assert.deepEqual(readPictureSize(png(20_000, 30_000)), { width: 20_000, height: 30_000 })
  assert.deepEqual(readPictureSize(png(0xffffffff, 1)), { width: 0xffffffff, height: 1 })
  assert.deepEqual(readPictureSize(gif([640, 480], [0, 0, 640, 480])), { width: 640, height: 480 })
  assert.deepEqual(readPictureSize(gif([640, 480], [0, 0, 640, 480], 256)), { width: 640, height: 480 })
  assert.deepEqual(readPictureSize(jpeg(4032, 3024)), { width: 4032, height: 3024 })
  const table = [0xff, 0xc4, 0, 4, 1, 1, 0xff, 0xff, 0xff, 0xdb, 0, 3, 9]
  assert.deepEqual(readPictureSize(jpeg(640, 480, table)), { width: 640, height: 480 })
  assert.deepEqual(readPictureSize(webp('VP8X', [0, 0, 0, 0, ...le24(99_999), ...le24(1)])), {
    width: 100_000,
    height: 2,
  })
  assert.deepEqual(readPictureSize(webp('VP8L', [0x2f, ...le32((479 << 14) | 639)])), {
    width: 640,
    height: 480,
  })
  assert.deepEqual(readPictureSize(webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...le16(640), ...le16(480)])), {
    width: 640,
    height: 480,
  })
})

test('takes the larger of the two sizes of a GIF', () => {
  assert.deepEqual(readPictureSize(gif([1, 1], [10, 20, 60_000, 50_000])), { width: 60_010, height: 50_020 })
  assert.deepEqual(readPictureSize(gif([60_000, 1], [0, 0, 1, 1])), { width: 60_000, height: 1 })
})

test('finds no size in anything else, and in a picture that was cut', () => {
  const nothing = [
    '',
    '\x89PNG',
    'GIF89a',
    '\xff\xd8',
    'RIFF____WEBP',
    '<svg width="9">',
    'BM________________',
  ]
  for (const text of nothing) assert.equal(readPictureSize(latin(text)), null, text)
  const whole = [
    png(9, 9),
    gif([9, 9], [0, 0, 9, 9], 2),
    jpeg(9, 9),
    webp('VP8X', [0, 0, 0, 0, 1, 0, 0, 1, 0, 0]),
  ]
  for (const picture of whole) {
    for (let length = 0; length < picture.length - 5; length += 1)
      readPictureSize(picture.subarray(0, length))
    assert.equal(readPictureSize(picture.subarray(0, 15)), null)
  }
  // Segments of no length lead nowhere, and to no endless loop.
  assert.equal(readPictureSize(Buffer.alloc(600_000, 0xff)), null)
  assert.equal(readPictureSize(Buffer.concat([latin('\xff\xd8'), Buffer.alloc(600_000)])), null)
  const idle = Buffer.from([0xff, 0xd8, ...Array(100_000).fill([0xff, 0xe0, 0, 0]).flat()])
  assert.equal(readPictureSize(idle), null)
})
