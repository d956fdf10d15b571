/** Runs the parts of `npm run check` beside each other, and prints what each says when it ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const ROOT = path.resolve(import.meta.dirname, '..')
const biome = path.join(ROOT, 'node_modules/.bin/biome')
const tsc = path.join(ROOT, 'node_modules/.bin/tsc')
/** The slowest first. */
const PARTS: readonly [command: string, ...args: string[]][] = [
  [tsc, '--noEmit'],
  ['node', 'scripts/api-types.ts', 'check'],
  [
    ...(['node', '--test'] as const),
    ...['test/architecture.test.ts', 'test/language.test.ts', 'test/docs/written-tables.test.ts'],
    ...['test/locales/catalogs.test.ts', 'test/locales/dashboard-catalogs.test.ts'],
    'test/dashboard/texts.test.ts',
  ],
  [biome, 'check', '.'],
  [tsc, '--noEmit', '-p', 'dashboard'],
  [tsc, '--noEmit', '-p', 'client'],
  ['node', 'scripts/form-script.ts', 'check'],
  ['node', 'scripts/message-arguments.ts', 'check'],
]

const codes = await Promise.all(PARTS.map(runPart))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

async function runPart([command, ...args]: readonly [string, ...string[]]): Promise<number> {
  const began = performance.now()
  const executable = command === 'node' ? process.execPath : command
  const child = spawn(executable, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], ...said] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const name = [path.basename(command), ...args].join(' ')
  process.stdout.write(`${said.join('')}${code === 0 ? '✔' : '✖'} ${name}: ${seconds} s\n`)
  return code ?? 1
}
