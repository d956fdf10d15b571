import type { ChildProcess } from 'node:child_process'

/** Kills a process with the test file that started it: a file that ran out of time is ended without its clean-up. */
export function killOnExit(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}
