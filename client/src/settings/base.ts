import { type Console, confirm } from '../terminal/console.ts'
import { usageFailure } from '../terminal/failure.ts'
import type { Environment } from './config-file.ts'
import { findProject, PROJECT_FILE } from './project-file.ts'
import { SERVED_BY } from './served-by.ts'

/**
 * Address of the instance. `given`: by `--base`, `FORMSLOT_BASE` or the address that this client was fetched from; the addresses
 * in project files, and those of endpoints that were typed or pasted, may come from somebody else.
 */
export type Base = { origin: string; source: 'given' | 'project' | 'argument' }

/** Options that decide about the instance. */
export type BaseOptions = { base?: string; yes?: boolean }

/** An endpoint as it was typed: an id, or its address. */
export type Target = { kind: 'form' | 'telemetry' | 'queue'; id: string; origin: string | null }

const KINDS = { f: 'form', t: 'telemetry', q: 'queue' } as const

/**
 * Finds the instance: `--base`, `FORMSLOT_BASE`, the instance that served this client, else the nearest project file. Asks
 * before another host is used than the last time.
 */
export async function findBase(request: {
  options: BaseOptions
  /** Origin of an address that was typed instead of an id. */
  origin?: string | null
  env: Environment
  cwd: string
  console: Console
  /** Instance that served this client; null for none. */
  servedBy?: string | null
}): Promise<Base> {
  const { options, origin = null, env, cwd, console, servedBy = SERVED_BY } = request
  const { base: option, yes = false } = options
  const typed = option ?? origin ?? (env.FORMSLOT_BASE || servedBy)
  const last = findProject(cwd)?.project.base
  if (!typed) {
    if (last === undefined) throw NO_BASE
    return { origin: parseBase(last, PROJECT_FILE), source: 'project' }
  }
  const name = option === undefined ? 'FORMSLOT_BASE' : '--base'
  const base = parseBase(typed, name)
  const known = last === undefined ? null : parseBase(last, PROJECT_FILE)
  if (known !== null && new URL(known).host !== new URL(base).host && !yes) {
    const difference = `This project used ${known} until now, not ${base}.`
    if (!console.canAsk) throw usageFailure(difference, 'Repeat the command with --yes if this is intended.')
    if (!(await confirm(console, `${difference} Use ${new URL(base).host}?`)))
      throw usageFailure('Nothing was sent.')
  }
  const given = option ?? (env.FORMSLOT_BASE || servedBy)
  const isGiven = given ? parseBase(given, name) === base : false
  return { origin: base, source: isGiven ? 'given' : 'argument' }
}

const NO_BASE = usageFailure(
  'No instance is chosen, and there is no public one.',
  `Give its address with --base https://forms.example.org or FORMSLOT_BASE. It is kept in ${PROJECT_FILE}.`,
)

/** Parses the address of an instance: an origin without a path. */
function parseBase(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    const guess = /^[\w.-]+(:\d+)?$/.test(text) ? `Do you mean https://${text} or http://${text}?` : ''
    throw usageFailure(`${name} is ${JSON.stringify(text)}, which is not an http or https address.`, guess)
  }
  if (url.username !== '' || url.password !== '')
    throw usageFailure(`${name} contains a user or a password.`, 'Leave them out.')
  if (url.pathname !== '/' || url.search !== '')
    throw usageFailure(`${name} has a path.`, `The address of the instance is probably ${url.origin}.`)
  return url.origin
}

/** Parses the id of an endpoint, or its address. */
export function parseTarget(text: string, ...kinds: readonly Target['kind'][]): Target {
  const url = URL.canParse(text) && /^https?:/.test(text) ? new URL(text) : null
  const [, typed] = url ? (/^\/[ftq]\/([^/]+)/.exec(url.pathname) ?? []) : [null, text]
  const [, letter = ''] = /^([ftq])_[0-9a-z]{8,64}$/.exec(typed ?? '') ?? []
  const kind = letter in KINDS ? KINDS[letter as keyof typeof KINDS] : null
  if (typed === undefined || kind === null || !kinds.includes(kind)) {
    const names = kinds.map((each) => EXAMPLES[each]).join(', or ')
    throw usageFailure(
      `${JSON.stringify(text)} is not the id of an endpoint.`,
      `Expected ${names}, or its address.`,
    )
  }
  return { kind, id: typed, origin: url?.origin ?? null }
}

const EXAMPLES: Readonly<Record<Target['kind'], string>> = {
  form: 'f_… (a form)',
  telemetry: 't_… (a telemetry endpoint)',
  queue: 'q_… (a queue)',
}

/** Returns the address of an endpoint. */
export function toUrl(origin: string, { kind, id }: Pick<Target, 'kind' | 'id'>): string {
  const letters = { form: 'f', telemetry: 't', queue: 'q' } as const
  return `${origin}/${letters[kind]}/${id}`
}
