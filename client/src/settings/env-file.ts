import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CommandFailure, EXIT } from '../terminal/failure.ts'

/** Values that need no quotes in any dialect of env files. */
const SAFE_VALUE = /^[\w:/.~%@,=?&[\]-]+$/

/** Fails when the file already sets one of the variables. */
export function checkUnset(file: string, names: readonly string[]): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const taken = names.find((name) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(text))
  if (taken === undefined) return
  throw new CommandFailure(EXIT.exists, {
    message: `${path.basename(file)} already sets ${taken}; nothing was created.`,
    hint: 'Use that endpoint, remove the line, or choose another variable with --name.',
  })
}

/** Appends variables to the file. */
export function appendVariables(file: string, variables: Readonly<Record<string, string>>): void {
  const unsafe = Object.entries(variables).find(([, value]) => !SAFE_VALUE.test(value))
  if (unsafe) {
    const message = `The service returned a value for ${unsafe[0]} that cannot be written into a file of variables.`
    throw new CommandFailure(EXIT.unexpected, { message })
  }
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const before = text === '' || text.endsWith('\n') ? '' : '\n'
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  appendFileSync(file, before + lines.join(''), { mode: 0o600 })
}

/** Returns true when the file is in a Git repository that would commit it. */
export function isCommitted(file: string): boolean {
  try {
    execFileSync('git', ['check-ignore', '--quiet', path.basename(file)], {
      cwd: path.dirname(file),
      stdio: 'ignore',
    })
    return false
  } catch (error) {
    // 1: not ignored; 128: no repository; without a status Git is not installed.
    return Object(error).status === 1
  }
}
