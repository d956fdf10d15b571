import { type ExecFileException, execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../..')
const MAX_RUN_MS = 60_000

/** A Node to test with, or the reason why it is not. */
export type TestedNode = { version: number; file: string; skip: string | false }

/** The oldest Node that the package promises, as it is installed on the system; 24, and the one that runs the tests. */
export function listNodes(): TestedNode[] {
  const system = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => path.join(folder, 'node'))
    .find((file) => existsSync(file))
  const node24 = path.join(
    ROOT,
    `test/clients/node_modules/node-${process.platform}-${process.arch}/bin/node`,
  )
  return [
    { version: 20, file: system ?? '', skip: checkVersion(system, 20) },
    { version: 24, file: node24, skip: existsSync(node24) ? false : 'no Node 24: run npm run clients' },
    { version: 26, file: process.execPath, skip: false },
  ]
}

function checkVersion(file: string | undefined, wanted: number): string | false {
  if (file === undefined) return `no Node ${wanted} outside of node_modules`
  const version = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim()
  return version.startsWith(`v${wanted}.`) ? false : `the Node of the system is ${version}, not ${wanted}`
}

export type Ran = { code: number; out: string; err: string; json: Record<string, unknown> }

/** The package as `npm pack` makes it, installed by npm into an empty directory. */
export async function installPackedClient() {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'formslot-client-')))
  const project = path.join(folder, 'project')
  await mkdir(project)
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: path.join(ROOT, 'client') })
  const [archive = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'))
  const tarball = path.join(folder, archive)
  await writeFile(path.join(project, 'package.json'), '{"name":"site","private":true,"type":"module"}')
  await run('npm', ['install', '--silent', '--no-audit', '--offline', tarball], { cwd: project })
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    TERM: 'xterm-256color',
  }

  return {
    folder,
    project,
    tarball,
    env,
    installed: path.join(project, 'node_modules/formslot'),
    bin: path.join(project, 'node_modules/.bin/formslot'),
    /** Runs the installed command with a Node. */
    async run(node: string, ...args: string[]): Promise<Ran> {
      return collect(node, [path.join(project, 'node_modules/.bin/formslot'), ...args], { cwd: project, env })
    },
    /** Runs a command line in a terminal. */
    async type(line: string): Promise<Ran> {
      return collect('script', ['--quiet', '--return', '--command', line, '/dev/null'], { cwd: project, env })
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

async function collect(
  file: string,
  args: string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<Ran> {
  const { code, out, err } = await new Promise<Omit<Ran, 'json'>>((resolve) => {
    const child = execFile(
      file,
      args,
      { ...options, timeout: MAX_RUN_MS },
      (error: ExecFileException | null, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err }),
    )
    child.stdin?.end()
  })
  return { code, out, err, json: parse(out) }
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
