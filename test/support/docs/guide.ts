import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { signIn } from '../fixtures/owner.ts'
import type { TestService } from '../service/service.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../../..')
/** The address of the service in the guides. */
const WRITTEN_BASE = 'http://127.0.0.1:8080'
/** The recipient in the guides, which the service refuses, and the one that replaces it. */
export const WRITTEN_RECIPIENT = 'you@yourdomain.com'
export const JANE = 'jane@acme.org'

/** Follows a page of `docs/`, with the variables of its commands in `env`. */
export async function openGuide(file: string, base: string) {
  const text = await readFile(path.join(ROOT, 'docs', file), 'utf8')
  const env: Record<string, string> = { PATH: process.env.PATH ?? '' }
  const here = (code: string) => code.replaceAll(WRITTEN_BASE, base).replaceAll(WRITTEN_RECIPIENT, JANE)

  /** The code blocks of this language, in order. */
  function blocks(language: string): string[] {
    return [...text.matchAll(/^( *)```(\w+)\n([\s\S]+?)^\1```$/gm)].flatMap(
      ([, indent = '', found, code = '']) =>
        found === language ? [code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')] : [],
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

/** Sends the form of a page with every field filled in except the honeypot, as a program would. */
export async function fillForm(service: TestService, page: string) {
  const [, address = '', inner = ''] =
    /<form action="([^"]+)" method="post">\n([\s\S]+?)<\/form>/.exec(page) ?? []
  const names = [...inner.matchAll(/ name="(\w+)"/g)].map(([, name = '']) => name)
  const filled = names.map((name): [string, string] => [name, name === '_gotcha' ? '' : 'filled'])
  return service.post(address, { form: filled })
}

/** Creates an API key with both scopes for the recipient of the guides, who then has one more form. */
export async function createApiKey(service: TestService): Promise<string> {
  service.pass({ seconds: 2 })
  const owner = await signIn(service, JANE)
  const made = await owner.post('/keys', { name: 'guide', scopes: ['read', 'write'] })
  return String(made.json.key)
}

/** The recipient of a guide claims the endpoint of the newest email, and creates an API key. */
export async function becomeOwner(service: TestService): Promise<string> {
  await service.get(await service.linkIn('claim'), { accept: 'text/html' })
  return createApiKey(service)
}
