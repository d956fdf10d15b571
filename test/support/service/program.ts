import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { killOnExit } from '../run/kill-on-exit.ts'

const MAIN = path.join(import.meta.dirname, '../../../src/main.js')

/**
 * Starts the program as an operator does, with these settings alone. It is killed at the end of the test that holds it,
 * also when an assertion fails first.
 *
 * @param options.main another copy of the program
 * @param options.node another version of Node
 */
export function startProgram(env: Record<string, string>, options: { main?: string; node?: string } = {}) {
  const child = spawn(options.node ?? process.execPath, [options.main ?? MAIN], {
    env: { PATH: process.env.PATH, FORMSLOT_PORT: '0', FORMSLOT_MIN_FREE_MB: '0', ...env },
  })
  killOnExit(child)
  const exit = once(child, 'exit')
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  return {
    child,
    /** Settles with its exit code and the signal that ended it. */
    exit,
    /** Everything it wrote to its error output so far. */
    errors: () => errors,
    /** Waits until it listens; returns its address and what it wrote until then. */
    async listens(): Promise<{ base: string; output: string }> {
      let output = ''
      for await (const chunk of child.stdout) {
        output += String(chunk)
        if (output.includes('/new')) break
      }
      const base = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (base === undefined) throw new Error(`the program did not start: ${output}${errors}`)
      return { base, output }
    },
    async [Symbol.asyncDispose](): Promise<void> {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await exit
    },
  }
}
