/** Bytes of the key of a row, a positive safe integer (53 bits), in a token. */
export const ROW_BYTES = 7
const HALF = 2 ** 32

/** Writes the key of a row into the first seven bytes. */
export function writeRow(bytes: Buffer, row: number): void {
  bytes.writeUIntBE(Math.floor(row / HALF), 0, ROW_BYTES - 4)
  bytes.writeUInt32BE(row >>> 0, ROW_BYTES - 4)
}

/** Reads the key of a row from the first seven bytes; up to 56 bits in bytes that `writeRow` has not written. */
export function readRow(bytes: Buffer): number {
  return bytes.readUIntBE(0, ROW_BYTES - 4) * HALF + bytes.readUInt32BE(ROW_BYTES - 4)
}
