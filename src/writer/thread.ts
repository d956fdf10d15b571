/** The writer in a thread of its own: what `open-thread.ts` starts and talks to. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Answered, type Asked, type Remote, serveCalls } from './calls.ts'
import { openWriterHere } from './open-here.ts'
import { type PackedFault, packFault } from './packed-fault.ts'
import type { Writer, WriterOptions } from './writer.ts'

/** What this thread says. */
export type Said =
  | Answered
  | { kind: 'opened' }
  | { kind: 'not opened' | 'broken'; fault: PackedFault }
  | { kind: 'letters due' }

if (!parentPort) throw new Error('this is the writer thread; the service starts it')
const port = parentPort
const say = (said: Said) => port.postMessage(said)

try {
  const writer = await openWriterHere(workerData as WriterOptions, {
    onBroken: (error) => say({ kind: 'broken', fault: packFault(error) }),
    onLettersDue: () => say({ kind: 'letters due' }),
  })
  const serve = serveCalls(port, functionsOf(writer))
  port.on('message', (asked: Asked) => serve(asked))
  say({ kind: 'opened' })
} catch (error) {
  say({ kind: 'not opened', fault: packFault(error) })
  port.close()
}

/** Everything the writer does, by name; the last it does is to close. */
function functionsOf(writer: Writer): Record<string, Remote> {
  const functions: Record<string, unknown> = {
    ...writer.deeds,
    ...Object.fromEntries(Object.entries(writer.letters).map(([name, work]) => [`letters.${name}`, work])),
    async close() {
      await writer.close()
      // Behind the answer to this call.
      setImmediate(() => port.close())
    },
  }
  return functions as Record<string, Remote>
}
