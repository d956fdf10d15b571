/** Width and height that a picture says it has, in pixels. */
export type PictureSize = { width: number; height: number }

/** Number of first bytes in which the size is found; a JPEG can have long metadata before it. */
export const SIZE_HEAD_BYTES = 512 * 1024

/**
 * Reads the size of a PNG, JPEG, GIF or WebP from its first bytes, before a decoder reserves memory for it. Returns null for
 * anything else.
 */
export function readPictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (has(view, 0, '\x89PNG\r\n\x1a\n') && has(view, 12, 'IHDR'))
      return { width: view.getUint32(16), height: view.getUint32(20) }
    if (has(view, 0, 'GIF87a') || has(view, 0, 'GIF89a')) return readGif(view)
    if (has(view, 0, 'RIFF') && has(view, 8, 'WEBP')) return readWebp(view)
    return has(view, 0, '\xff\xd8') ? readJpeg(view) : null
  } catch (error) {
    // It ends before its size.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Returns the size of the first frame, and of the screen where that is larger: decoders enlarge the one by the other. */
function readGif(view: DataView): PictureSize | null {
  const EXTENSION = 0x21
  const FRAME = 0x2c
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  let at = 13 + countColors(view.getUint8(10)) * 3
  while (view.getUint8(at) === EXTENSION) {
    at += 2
    while (view.getUint8(at) !== 0) at += view.getUint8(at) + 1
    at += 1
  }
  if (view.getUint8(at) !== FRAME) return null
  const right = view.getUint16(at + 1, true) + view.getUint16(at + 5, true)
  const bottom = view.getUint16(at + 3, true) + view.getUint16(at + 7, true)
  return { width: Math.max(screen.width, right), height: Math.max(screen.height, bottom) }
}

/** Returns the number of colors of the table that follows the screen. */
function countColors(flags: number): number {
  return flags & 0x80 ? 2 << (flags & 0x07) : 0
}

function readWebp(view: DataView): PictureSize | null {
  const MASK = 0x3fff
  if (has(view, 12, 'VP8X')) return { width: readUint24(view, 24) + 1, height: readUint24(view, 27) + 1 }
  if (has(view, 12, 'VP8L')) {
    const sizes = view.getUint32(21, true)
    return { width: (sizes & MASK) + 1, height: ((sizes >>> 14) & MASK) + 1 }
  }
  if (!has(view, 12, 'VP8 ')) return null
  return { width: view.getUint16(26, true) & MASK, height: view.getUint16(28, true) & MASK }
}

/** Walks over the segments of a JPEG to the one with its size. */
function readJpeg(view: DataView): PictureSize | null {
  let at = 2
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    // Fill bytes.
    if (marker === 0xff) at += 1
    else if (isStartOfFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + view.getUint16(at + 2)
  }
}

/** SOF0 to SOF15, without DHT, JPG and DAC, which are between them. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function readUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

function has(view: DataView, at: number, text: string): boolean {
  return (
    at + text.length <= view.byteLength &&
    Array.from(text).every((character, offset) => view.getUint8(at + offset) === character.charCodeAt(0))
  )
}
