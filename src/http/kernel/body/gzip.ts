/** First bytes of gzip, with which no supported body begins: PostHog's script compresses without saying so in a header. */
const GZIP_START = Buffer.from([0x1f, 0x8b])

/** Returns true for a body that is compressed with gzip, whatever its headers say. */
export function isGzip(body: unknown): boolean {
  return Buffer.isBuffer(body) && body.subarray(0, GZIP_START.length).equals(GZIP_START)
}
