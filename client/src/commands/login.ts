import { hostname } from 'node:os'
import { toTerminalLine } from '../../../src/markup/terminal-text.ts'
import type { ApiResponse } from '../api/request.ts'
import type { KeyWithSecret } from '../api/schema.ts'
import { findBase } from '../settings/base.ts'
import { changeConfig, type Environment, getConfigFile, readConfig } from '../settings/config-file.ts'
import { OWN_COMMAND } from '../settings/own-command.ts'
import { findProject, PROJECT_FILE, writeProject } from '../settings/project-file.ts'
import { confirm } from '../terminal/console.ts'
import { CommandFailure, EXIT, usageFailure } from '../terminal/failure.ts'
import { alignRows, report } from '../terminal/report.ts'
import { call } from './call.ts'
import { type Context, defineCommand } from './command.ts'

const SCOPES = ['read', 'write'] as const
const MAX_CODES = 3
/** The service answers requests with a cookie only when they come from itself. */
const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' }

/** Signs in by a code that is sent by email, and keeps an API key. */
export const loginCommand = defineCommand({
  name: 'login',
  usage: '',
  summary: 'sign in with a code by email and keep an API key',
  details: [
    'On a terminal it asks for the address and the code. A program calls it twice: with --email, then with --email and --code.',
    'The key can read; with --write it can also change data, and publish to and pull from every queue of the account.',
    'Signing in again replaces the key. Every key is listed in the dashboard, under Settings, where it can be revoked.',
  ],
  arity: [0, 0],
  options: {
    email: { value: 'EMAIL', help: 'address of the account' },
    code: { value: 'CODE', help: 'code of the email' },
    write: { help: 'create a key that can also change data' },
  },
  examples: ['login', 'login --email you@yourdomain.com --code 7KQ2M9XT'],
  async run({ options, console, env, cwd }) {
    const base = await findBase({ options, env, cwd, console })
    const { origin } = base
    if (base.source === 'project' && !options.yes) await confirmProjectAddress(origin, { console, env })
    const email = options.email ?? (await askEmail(console))
    const pending = readConfig(env).signIns?.[origin]
    if (options.code === undefined) {
      const { headers, text } = await call(`${origin}/sign-in`, { method: 'POST', body: { email } })
      const cookie = toCookie(headers)
      keepSignIn(env, origin, { email, cookie })
      const sent = `If ${toTerminalLine(email)} owns an endpoint at ${origin}, a code is on its way to it.`
      if (!console.canAsk) {
        console.print(`${text}\n`)
        console.note(`${sent} Then run: ${OWN_COMMAND} login --email ${toTerminalLine(email)} --code CODE`)
        return 0
      }
      console.note(`\n  ${sent}\n`)
      const session = await askCode(console, { origin, cookie })
      return finish({ session, email, origin, scopes: toScopes(options.write), console, env, cwd })
    }
    if (pending?.email !== email)
      throw usageFailure(
        'No code was requested for this address here.',
        'Run the command without --code first.',
      )
    const session = await signIn({ origin, cookie: pending.cookie, code: options.code })
    return finish({ session, email, origin, scopes: toScopes(options.write), console, env, cwd })
  },
})

/**
 * Asks a person before the first sign-in at an address that only the project file names: whoever wrote the file could pass the
 * code on to the real instance.
 */
async function confirmProjectAddress(
  origin: string,
  { console, env }: { console: Console; env: Environment },
): Promise<void> {
  if (!console.canAsk || readConfig(env).keys?.[origin] !== undefined) return
  const question = `${PROJECT_FILE} names ${origin}. Do you trust it with your code?`
  if (!(await confirm(console, question))) throw usageFailure('Nothing was sent.')
}

async function askEmail(console: Console): Promise<string> {
  const email = console.canAsk ? await console.ask('Email address of the account:') : ''
  if (email !== '') return email
  throw usageFailure('The email address is missing.', 'Give it with --email.')
}

type Console = Context['console']

async function askCode(
  console: Console,
  { origin, cookie }: { origin: string; cookie: string },
): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const code = await console.ask('Code from the email:')
    try {
      return await signIn({ origin, cookie, code })
    } catch (error) {
      const isWrong = error instanceof CommandFailure && error.exitCode === EXIT.refused
      if (!isWrong || tries === MAX_CODES) throw error
      console.note(`${error.message} ${error.hint}`)
    }
  }
}

/** Returns the cookie of the session. */
async function signIn(given: { origin: string; cookie: string; code: string }): Promise<string> {
  const { origin, cookie, code } = given
  const { headers } = await call(`${origin}/sign-in/code`, {
    method: 'POST',
    body: { code },
    headers: { Cookie: cookie, ...OWN_PAGE },
  })
  return toCookie(headers)
}

/** Creates the key, ends the session that created it, and keeps the key. */
async function finish(signedIn: {
  session: string
  email: string
  origin: string
  scopes: readonly string[]
  console: Console
  env: Environment
  cwd: string
}): Promise<number> {
  const { session, email, origin, scopes, console, env, cwd } = signedIn
  const headers = { Cookie: session, ...OWN_PAGE }
  const earlier = readConfig(env).keys?.[origin]
  const made = await call(`${origin}/api/v1/keys`, {
    method: 'POST',
    headers,
    expects: ['id', 'key'],
    body: { name: `Command line on ${hostname()}`.slice(0, 80), scopes, expires_at: null },
  })
  const { id, key, expires_at: expiresAt } = made.json as KeyWithSecret
  changeConfig(env, (config) => ({
    ...config,
    keys: { ...config.keys, [origin]: { key, id, email, expiresAt } },
    signIns: without(config.signIns, origin),
  }))
  const project = findProject(cwd)
  if (project) writeProject(project.file, { base: origin })
  if (earlier?.email === email) await revoke(`${origin}/api/v1/keys/${earlier.id}`, headers)
  await call(`${origin}/api/v1/sign-out`, { method: 'POST', headers })
  report(console, {
    // The key stays in its file: what is printed ends up in logs.
    body: JSON.stringify({ email, base: origin, key_id: id, scopes }),
    sentence: `Signed in to ${origin} as ${toTerminalLine(email)}.`,
    lines: [
      '',
      ...alignRows(console, [
        ['Key', `${scopes.join(' and ')}, kept in ${getConfigFile(env)}`],
        [
          'Base',
          project ? `${origin}, kept in ${PROJECT_FILE}` : `give --base ${origin}, or set FORMSLOT_BASE`,
        ],
      ]),
      '',
      console.paint.dim('Next'),
      `${OWN_COMMAND} inbox`,
    ],
  })
  return 0
}

async function revoke(url: string, headers: Record<string, string>): Promise<void> {
  try {
    await call(url, { method: 'DELETE', headers })
  } catch (error) {
    // It was revoked in the dashboard.
    if (!(error instanceof CommandFailure && error.exitCode === EXIT.notFound)) throw error
  }
}

function toScopes(write: boolean | undefined): readonly string[] {
  return write ? SCOPES : ['read']
}

function keepSignIn(env: Environment, origin: string, signIn: { email: string; cookie: string }): void {
  changeConfig(env, (config) => ({ ...config, signIns: { ...config.signIns, [origin]: signIn } }))
}

function without<Value>(values: Record<string, Value> | undefined, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([each]) => each !== name))
}

/** Returns the cookies of a response as a browser sends them back. */
function toCookie(headers: ApiResponse['headers']): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')
}
