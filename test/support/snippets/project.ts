import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Builds a site of Vite. */
export const VITE = ['node', 'node_modules/vite/bin/vite.js', 'build']

const HUGO = '/usr/bin/hugo'
/** Commands that install the packages of the snippet projects. */
const INSTALL = { frameworks: 'frameworks', next: 'frameworks:next' }

/** Packages that a project is built with: those of this repository, or a separate set under test/snippets. */
export type Packages = 'ours' | 'frameworks' | 'next'

/** The reason why tests that build with these packages are skipped; false where they are installed. */
export function without(packages: 'frameworks' | 'next'): string | false {
  return existsSync(modules(packages)) ? false : `npm run ${INSTALL[packages]} was not run`
}

/** The reason why tests that build with Hugo are skipped; false where it is installed. */
export const withoutHugo = existsSync(HUGO) ? false : `no Hugo at ${HUGO}`

/** A user's project in its own folder, with the packages and nothing from this repository. */
export async function openProject(packages: Packages, files: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-project-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  await symlink(modules(packages), path.join(folder, 'node_modules'))
  return {
    folder,
    /** Runs a command in the folder; `node` is the one that runs the tests. */
    async run([program = '', ...words]: readonly string[]): Promise<void> {
      const command = program === 'node' ? process.execPath : program
      await run(command, words, { cwd: folder, env: builder() })
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The environment of a build, without telemetry. */
function builder(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  }
}

function modules(packages: Packages): string {
  return path.join(ROOT, packages === 'ours' ? '.' : `test/snippets/${packages}`, 'node_modules')
}
