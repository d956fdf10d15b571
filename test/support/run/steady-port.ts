import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give out by themselves: 32768 and up on Linux, 49152 and up elsewhere (RFC 6335 §6). */
const FIRST = 10_000
const COUNT = 22_000
const TRIES = 50

/**
 * Returns a free port for a server that is to be restarted on it. While it is down, no connection and no other server gets
 * the port by chance.
 */
export async function takeSteadyPort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${TRIES} ports was free`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
}
