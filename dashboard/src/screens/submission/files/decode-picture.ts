import { type PictureSize, readPictureSize, SIZE_HEAD_BYTES } from './picture-size.ts'

/** `huge`: it has too many pixels. `damaged`: it cannot be read or decoded. */
export type Fault = 'huge' | 'damaged'
/** A picture to draw, with the size that it has itself. */
type Decoded = { kind: 'picture'; bitmap: ImageBitmap; size: PictureSize } | { kind: Fault }

/** A photo of 40 megapixels takes 160 MB while it is decoded. */
const MAX_PIXELS = 40_000_000
/** A picture can be made so that decoding takes hours. */
const DECODE_LIMIT_MS = 15_000

/** Pictures are decoded one after the other: together they would take the memory of all. */
let decoding: Promise<unknown> = Promise.resolve()

/** Decodes a picture, smaller than it is where one of its sides is longer than `maxSide` pixels. */
export function decodePicture(content: Blob, maxSide: number): Promise<Decoded> {
  const decoded = decoding.then(() => decode(content, maxSide))
  decoding = decoded
  return decoded
}

async function decode(content: Blob, maxSide: number): Promise<Decoded> {
  try {
    const head = new Uint8Array(await content.slice(0, SIZE_HEAD_BYTES).arrayBuffer())
    const size = readPictureSize(head)
    if (size === null || size.width === 0 || size.height === 0) return { kind: 'damaged' }
    if (size.width * size.height > MAX_PIXELS) return { kind: 'huge' }
    const bitmap = await withinLimit(toBitmap(content, size, maxSide))
    return bitmap === null ? { kind: 'damaged' } : { kind: 'picture', bitmap, size }
  } catch (error) {
    if (error instanceof DOMException) return { kind: 'damaged' }
    throw error
  }
}

function toBitmap(content: Blob, size: PictureSize, maxSide: number): Promise<ImageBitmap> {
  const longer = Math.max(size.width, size.height)
  // The other side follows.
  const side = size.width > size.height ? 'resizeWidth' : 'resizeHeight'
  return createImageBitmap(content, longer > maxSide ? { [side]: maxSide, resizeQuality: 'medium' } : {})
}

/** Returns null for a picture that takes too long. */
function withinLimit(bitmap: Promise<ImageBitmap>): Promise<ImageBitmap | null> {
  let limit: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    limit = setTimeout(() => resolve(null), DECODE_LIMIT_MS)
  })
  return Promise.race([bitmap, late]).finally(() => clearTimeout(limit))
}
