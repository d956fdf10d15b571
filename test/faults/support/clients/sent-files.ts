const HEAD = '%PDF-1.4\n'

/** Creates the bytes of a file: a PDF by its first ones, and the same for the same submission and number. */
export function createFile(about: { token: string; number: number; bytes: number }): Buffer {
  const line = `${about.token} file ${about.number} of ${about.bytes} bytes\n`
  const file = Buffer.alloc(about.bytes, line)
  file.write(HEAD)
  return file
}
