import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect, type NetConnectOpts } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '../service/until.ts'

/** Creates a folder that daemons without root can write to; it is deleted with the stack. */
export async function createDaemonFolder(opening: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-engine-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o777)
  return folder
}

/** Starts a group of processes of its own, so that its workers end with it. */
export function startDaemon(opening: AsyncDisposableStack, program: string, words: string[]): ChildProcess {
  const child = spawn(program, words, {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, LC_ALL: 'C' },
  })
  const killAll = () => signalDaemon(child, 'SIGKILL')
  // A file that ran out of time is ended without its clean-up.
  process.once('exit', killAll)
  opening.defer(async () => {
    process.off('exit', killAll)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    killAll()
    await ended
  })
  return child
}

/** Sends a signal to all processes of a daemon that still runs. */
export function signalDaemon({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal)
}

/** Resolves once a daemon accepts connections at each of these addresses. Rejects when it ends before. */
export async function untilListening(
  child: ChildProcess,
  addresses: readonly NetConnectOpts[],
): Promise<void> {
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  for (const address of addresses) {
    await Promise.race([
      until(() => {
        if (child.exitCode !== null) throw new Error(`${child.spawnfile} exited with ${child.exitCode}`)
        return accepts(address)
      }),
      failed,
    ])
  }
}

function accepts(address: NetConnectOpts): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(address)
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
