import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { run } from '../../../client/src/run.ts'
import { createConsole } from '../../../client/src/terminal/console.ts'

export type Ran = { code: number; out: string; err: string; json: Record<string, unknown>; asked: string[] }

/**
 * A project folder and a home of its own for the command line, which runs in this process.
 *
 * @param given.base `FORMSLOT_BASE`; none by default
 */
export async function openCommandLine(given: { base?: string; env?: Record<string, string> } = {}) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'formslot-cli-')))
  const project = path.join(folder, 'project')
  await mkdir(project)
  const env: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    ...(given.base === undefined ? {} : { FORMSLOT_BASE: given.base }),
    ...given.env,
  }

  /** @param options.answers makes it a terminal, whose person types these answers */
  async function runWith(
    options: { answers?: string[]; stdin?: string; env?: Record<string, string>; cwd?: string },
    ...args: string[]
  ): Promise<Ran> {
    const { answers, stdin = '' } = options
    const terminal = { isTTY: answers !== undefined, columns: 80 }
    const [stdout, stderr] = [
      Object.assign(new PassThrough(), terminal),
      Object.assign(new PassThrough(), terminal),
    ]
    const written = { out: '', err: '' }
    stdout.on('data', (chunk) => {
      written.out += String(chunk)
    })
    stderr.on('data', (chunk) => {
      written.err += String(chunk)
    })
    const input = Object.assign(Readable.from([Buffer.from(stdin)]), terminal)
    const all = { ...env, NO_COLOR: '1', ...options.env }
    const asked: string[] = []
    const left = [...(answers ?? [])]
    const console = {
      ...createConsole({ stdin: input, stdout, stderr, env: all }),
      async ask(question: string, fallback = '') {
        asked.push(question)
        const answer = left.shift()
        if (answer === undefined) throw new Error(`nobody answers: ${question}`)
        return answer || fallback
      },
    }
    const code = await run(args, { env: all, cwd: options.cwd ?? project, stdin: input, console })
    // Streams hand on what was written in the next turn.
    await new Promise((resolve) => setImmediate(resolve))
    return { code, ...written, json: parse(written.out), asked }
  }

  return {
    folder,
    project,
    config: path.join(folder, 'config/formslot/config.json'),
    env,
    /** Runs it as a program does: JSON, no questions. */
    run: (...args: string[]) => runWith({}, ...args),
    /** Runs it on a terminal. */
    type: (answers: string[], ...args: string[]) => runWith({ answers }, ...args),
    runWith,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
