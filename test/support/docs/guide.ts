import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../..')
/** The address of the service in the guides. */
const WRITTEN_BASE = 'http://127.0.0.1:8080'

/** Follows a page of `docs/`, with the variables of its commands in `env`. */
export async function openGuide(file: string, base: string) {
  const text = await readFile(path.join(ROOT, 'docs', file), 'utf8')
  const env: Record<string, string> = { PATH: process.env.PATH ?? '' }
  const here = (code: string) => code.replaceAll(WRITTEN_BASE, base)

  /** The code blocks of this language, in order. */
  function blocks(language: string): string[] {
    return [...text.matchAll(/^```(\w+)\n([\s\S]+?)^```$/gm)].flatMap(([, found, code = '']) =>
      found === language ? [code] : [],
    )
  }

  return {
    text,
    env,
    blocks,
    /** One command a line. */
    commands: () => blocks('sh').flatMap((block) => block.trim().split('\n')),
    /** Runs a command in a shell; returns its output. */
    async shell(command: string): Promise<string> {
      const quiet = here(command).replace(/\bcurl /, 'curl --silent ')
      return (await run('bash', ['-c', quiet], { env })).stdout
    },
    /** Runs a script saved beside the packages of this project; returns its output. */
    async script(code: string, more: Record<string, string> = {}): Promise<string> {
      const folder = await mkdtemp(path.join(tmpdir(), 'formslot-guide-'))
      try {
        await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
        await writeFile(path.join(folder, 'guide.mjs'), here(code))
        return (await run(process.execPath, ['guide.mjs'], { cwd: folder, env: { ...env, ...more } })).stdout
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}
