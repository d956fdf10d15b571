import { EICAR } from '../../../src/doctor/clamd.ts'
import { openRawServer } from './raw-server.ts'

const END = Buffer.alloc(4).toString('latin1')

/** A daemon that reads files and answers as clamd does, until the test says otherwise. */
export type FakeClamd = AsyncDisposable & {
  /** Value of `FORMSLOT_CLAMD`. */
  address: string
  /** `scans`: finds EICAR. `away`: closes each connection at once. Anything else is its answer to each file. */
  behaves: 'scans' | 'away' | (string & {})
  /** Calls it with each file that was sent whole, and waits before it answers. */
  onFile: (content: string) => Promise<void> | void
  /** Files that were sent whole, as text. */
  files: string[]
}

/** Starts a daemon without ClamAV, for tests that run on a bare machine. */
export async function startFakeClamd(): Promise<FakeClamd> {
  const server = await openRawServer((socket, received) => {
    if (fake.behaves === 'away') return void socket.destroy()
    let text = received
    const look = async () => {
      if (!text.endsWith(END)) return
      const content = readChunks(text)
      fake.files.push(content)
      await fake.onFile(content)
      const found = content.includes(EICAR) ? 'Formslot.Test FOUND' : 'OK'
      socket.end(fake.behaves === 'scans' ? `stream: ${found}\0` : `${fake.behaves}\0`)
    }
    socket.on('data', (piece) => {
      text += piece.toString('latin1')
      look()
    })
    look()
  })
  const fake: FakeClamd = {
    address: `127.0.0.1:${server.port}`,
    behaves: 'scans',
    onFile: () => {},
    files: [],
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  return fake
}

/** Joins the chunks behind `zINSTREAM\0`. */
function readChunks(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  let content = ''
  let at = 'zINSTREAM\0'.length
  for (;;) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return content
    content += bytes.toString('latin1', at + 4, at + 4 + length)
    at += 4 + length
  }
}
