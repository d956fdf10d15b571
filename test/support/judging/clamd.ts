import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { EICAR } from '../../../src/doctor/clamd.ts'
import { freePort } from '../../../src/runtime/listening.ts'
import { createDaemonFolder, signalDaemon, startDaemon, untilListening } from './daemon.ts'

/** Name under which a daemon of these tests finds it. */
export const EICAR_NAME = 'Formslot.Test.UNOFFICIAL'
export const MAX_STREAM_BYTES = 1024 * 1024
/** Reason to skip a test that needs the daemon; false where it is installed. */
export const isClamdMissing = spawnSync('clamd', ['--version']).error ? 'clamd is not installed' : false

const HOST = '127.0.0.1'

/** A ClamAV daemon of Debian with one signature, which asks nobody on a network. */
export type RunningClamd = AsyncDisposable & {
  socket: string
  port: number
  /** Sends a signal to it. */
  signal(signal: NodeJS.Signals): void
  /** Ends it at once. Resolves when it has ended. */
  kill(): Promise<void>
  /** Starts it again after `kill`, at the same addresses. */
  start(): Promise<void>
}

/** Starts a daemon that finds EICAR anywhere in a file of up to 1 MiB, at a socket and a port. */
export async function startClamd(): Promise<RunningClamd> {
  await using opening = new AsyncDisposableStack()
  const folder = await createDaemonFolder(opening)
  const port = await freePort(HOST)
  const socket = path.join(folder, 'clamd.ctl')
  const signatures = path.join(folder, 'signatures')
  await mkdir(signatures)
  await writeFile(
    path.join(signatures, 'formslot.ndb'),
    `Formslot.Test:0:*:${Buffer.from(EICAR).toString('hex')}\n`,
  )
  const file = path.join(folder, 'clamd.conf')
  const configuration = [
    `DatabaseDirectory ${signatures}`,
    `TemporaryDirectory ${folder}`,
    `LocalSocket ${socket}`,
    `TCPSocket ${port}`,
    `TCPAddr ${HOST}`,
    `StreamMaxLength ${MAX_STREAM_BYTES}`,
    'MaxThreads 4',
    'Foreground yes',
    '',
  ]
  await writeFile(file, configuration.join('\n'))
  const start = async (stack: AsyncDisposableStack) => {
    const daemon = startDaemon(stack, 'clamd', ['--config-file', file])
    await untilListening(daemon, [{ path: socket }, { port, host: HOST }])
    return daemon
  }
  let child: ChildProcess = await start(opening)
  const open = opening.move()
  return {
    socket,
    port,
    signal: (signal) => signalDaemon(child, signal),
    async kill() {
      const ended = once(child, 'exit')
      signalDaemon(child, 'SIGKILL')
      await ended
    },
    async start() {
      child = await start(open)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
