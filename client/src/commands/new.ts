import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { toTerminalLine } from '../../../src/markup/terminal-text.ts'
import type { EndpointKind } from '../client.ts'
import { findBase } from '../settings/base.ts'
import { appendVariables, checkUnset, isCommitted } from '../settings/env-file.ts'
import { keepEndpointKey } from '../settings/keys.ts'
import { OWN_COMMAND } from '../settings/own-command.ts'
import { findProject, newProjectName, PROJECT_FILE, writeProject } from '../settings/project-file.ts'
import { usageFailure } from '../terminal/failure.ts'
import { alignRows, formatDay, report } from '../terminal/report.ts'
import { callSolving } from './call.ts'
import { type Context, defineCommand } from './command.ts'
import { getSnippet } from './snippet.ts'
import { showSolving } from './solving.ts'

const KINDS: readonly EndpointKind[] = ['form', 'telemetry', 'queue']

/** Commands that come next, and their purpose. */
type Next = readonly (readonly [string, string])[]

/** Differences between the kinds: path, members of the response, variables, and the next commands. */
const FACTS = {
  form: {
    path: '/new',
    title: 'Form',
    members: { url: 'endpoint_url', id: 'form_id', key: null },
    variables: ['FORM_ENDPOINT_URL'],
    next: (id: string): Next => [
      [`${OWN_COMMAND} snippet ${id}`, 'the form, to paste into a page'],
      [`${OWN_COMMAND} try ${id} email=you@acme.org message=Hello`, 'check it, send nothing'],
    ],
  },
  telemetry: {
    path: '/t/new',
    title: 'Telemetry endpoint',
    members: { url: 'telemetry_url', id: 'telemetry_id', key: 'read_key' },
    variables: ['TELEMETRY_URL', 'TELEMETRY_READ_KEY'],
    next: (id: string): Next => [
      [`${OWN_COMMAND} snippet ${id}`, 'send events from a page'],
      [`${OWN_COMMAND} tail ${id}`, 'watch events arrive'],
    ],
  },
  queue: {
    path: '/q/new',
    title: 'Queue',
    members: { url: 'queue_url', id: 'queue_id', key: 'api_key' },
    variables: ['QUEUE_URL', 'QUEUE_API_KEY'],
    next: (id: string): Next => [
      [`${OWN_COMMAND} publish ${id} '{"order":4711}'`, 'publish a message'],
      [`${OWN_COMMAND} pull ${id}`, 'receive it'],
    ],
  },
} as const

/** Creates an endpoint. */
export const newCommand = defineCommand({
  name: 'new',
  usage: '',
  summary: 'create an endpoint',
  details: [
    'Repeated in the same project with the same recipient, it returns the same endpoint for 24 hours. With --name, a project can have several.',
    'The keys of telemetry endpoints and queues are shown once; the command line keeps them for its own use.',
  ],
  arity: [0, 0],
  options: {
    recipient: { value: 'EMAIL', help: 'address that gets what arrives; must be real' },
    kind: { value: 'KIND', help: 'form (default), telemetry or queue' },
    name: { value: 'NAME', help: 'tells several endpoints of a project apart' },
    expect: { value: 'NAMES', help: 'fields that the form will send: email,message' },
    env: { value: 'FILE', help: 'append the address (and key) to a file such as .env' },
    framework: { value: 'NAME', help: 'also print code for a framework: html, react, next, …' },
  },
  examples: ['new --recipient you@yourdomain.com', 'new --kind queue --env .env'],
  async run({ options, console, env, cwd }) {
    const kind = parseKind(options.kind)
    if (options.expect !== undefined && kind !== 'form') throw usageFailure('Only forms have --expect.')
    const variables = toVariableNames(FACTS[kind].variables, options.name)
    const envFile = options.env === undefined ? null : path.resolve(cwd, options.env)
    // Refuse what can be refused before anything is created.
    if (envFile) checkUnset(envFile, variables)
    if (options.framework !== undefined)
      getSnippet(options.framework, { kind, url: 'https://example.org/f/f_' })
    const base = await findBase({ options, env, cwd, console })
    const recipient = options.recipient ?? (await askRecipient({ console, cwd }))
    const { name = '', expect = '' } = options
    const made = await create({ kind, recipient, name, expect, origin: base.origin, cwd, console })
    const { created } = made
    report(console, {
      body: made.body,
      sentence: toSentence({ kind, recipient, made, console }),
      lines: describe({ console, kind, created }),
    })
    for (const warning of created.warnings) console.note(`  ${console.paint.yellow('Warning:')} ${warning}`)
    // A key is shown once: what follows may fail.
    if (created.key) keepEndpointKey(env, { origin: base.origin, id: created.id, key: created.key })
    if (envFile) saveVariables(envFile, { variables, created, console })
    if (options.framework !== undefined) {
      const { fileName, title, code } = getSnippet(options.framework, { kind, url: created.url })
      const heading = fileName ?? title
      if (console.format === 'json') console.note(`${heading}:\n\n${code}`)
      else console.print(`  ${console.paint.dim(heading)}\n\n${code}\n`)
    }
    return 0
  },
})

type Made = { body: string; created: Created; replayed: boolean }

/** Creates the endpoint with an Idempotency-Key of the project, so that a repeated command gets the same one. */
async function create(wanted: {
  kind: EndpointKind
  recipient: string
  name: string
  /** Names of the expected fields, with commas; empty for none. */
  expect: string
  origin: string
  cwd: string
  console: Context['console']
}): Promise<Made> {
  const { kind, recipient, name, expect, origin, cwd, console } = wanted
  const { path: route, members } = FACTS[kind]
  const found = findProject(cwd)
  const file = found?.file ?? path.join(cwd, PROJECT_FILE)
  const project = found?.project.project ?? newProjectName()
  writeProject(file, { project })
  const keyParts = [project, kind, name, recipient, ...(expect === '' ? [] : [expect])]
  const response = await callSolving(
    origin + route,
    {
      body: { recipient, ...(expect === '' ? {} : { expect }) },
      expects: [members.url, members.id],
      headers: { 'Idempotency-Key': toIdempotencyKey(keyParts) },
    },
    showSolving(console),
  )
  writeProject(file, { base: origin })
  const replayed = response.headers.get('idempotent-replayed') === 'true'
  return { body: response.text, created: readCreated(response.json, members), replayed }
}

/** Appends the variables, and warns when Git would commit them. */
function saveVariables(
  envFile: string,
  saved: { variables: readonly string[]; created: Created; console: Context['console'] },
): void {
  const { variables, created, console } = saved
  const values = [created.url, created.key].filter((value) => value !== null)
  appendVariables(envFile, Object.fromEntries(values.map((value, index) => [variables[index], value])))
  const file = path.basename(envFile)
  const indent = console.format === 'words' ? '  ' : ''
  console.note(`${indent}Saved ${values.map((_, index) => variables[index]).join(' and ')} in ${file}.`)
  if (!isCommitted(envFile)) return
  const warning = console.paint.yellow('Warning:')
  console.note(`${indent}${warning} Git does not ignore ${file}. Run: echo ${file} >> .gitignore`)
}

function toSentence(shown: {
  kind: EndpointKind
  recipient: string
  made: Made
  console: Context['console']
}): string {
  const { kind, recipient, made, console } = shown
  const { title, next } = FACTS[kind]
  if (made.replayed) return `This project already has this ${title.toLowerCase()}: nothing new was created.`
  const sentence = `${title} created: the first ${NOUNS[kind]} emails ${toTerminalLine(recipient)} a link that claims it.`
  // On a terminal, the next commands follow below.
  if (console.format === 'words') return sentence
  return `${sentence} Next: ${next(made.created.id)
    .map(([command]) => command)
    .join(' · ')}`
}

/** Things that endpoints accept, by kind. */
const NOUNS = { form: 'submission', telemetry: 'event', queue: 'message' } as const

type Created = {
  url: string
  id: string
  key: string | null
  limit: number
  expiresAt: string
  /** Sentences of the service about expected fields that cannot be used. */
  warnings: readonly string[]
}

function describe(shown: { console: Context['console']; kind: EndpointKind; created: Created }): string[] {
  const { console, kind, created } = shown
  const noun = NOUNS[kind]
  const next = FACTS[kind].next(created.id)
  const { bold, dim } = console.paint
  const width = Math.max(...next.map(([command]) => command.length))
  return [
    '',
    bold(created.url),
    '',
    ...alignRows(console, [
      ...(created.key ? [['Key', `${created.key}  ${dim('shown once')}`] as const] : []),
      ['Until claimed', `${created.limit} ${noun}s in all`],
      ['Expires', `${formatDay(created.expiresAt)}, or 30 days after the last ${noun}`],
    ]),
    '',
    dim('Next'),
    ...next.map(([command, purpose]) => `${command.padEnd(width)}  ${dim(purpose)}`),
  ]
}

function parseKind(text = 'form'): EndpointKind {
  const kind = KINDS.find((each) => each === text)
  if (kind) return kind
  throw usageFailure(`Unknown kind ${JSON.stringify(text)}.`, `Kinds: ${KINDS.join(', ')}.`)
}

/** Returns the names of the variables; the name of the endpoint precedes them. */
function toVariableNames(names: readonly string[], endpoint: string | undefined): string[] {
  if (endpoint === undefined) return [...names]
  const prefix = endpoint.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
  if (!/^[A-Z]/.test(prefix)) throw usageFailure('--name must begin with a letter.')
  return names.map((name) => `${prefix}_${name}`)
}

/** Asks for the recipient, proposing the address that Git knows. Never chooses it. */
async function askRecipient({ console, cwd }: Pick<Context, 'console' | 'cwd'>): Promise<string> {
  const missing = usageFailure(
    'The recipient is missing.',
    'Give a real email address with --recipient. Do not make one up: ask the person who wants the form.',
  )
  if (!console.canAsk) throw missing
  const recipient = await console.ask('Email address that gets what arrives:', findGitAddress(cwd))
  if (recipient === '') throw missing
  return recipient
}

function findGitAddress(cwd: string): string {
  try {
    return execFileSync('git', ['config', 'user.email'], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // Git is not installed, or knows no address.
    return ''
  }
}

function toIdempotencyKey(parts: readonly string[]): string {
  return `cli-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`
}

function readCreated(body: unknown, members: { url: string; id: string; key: string | null }): Created {
  const found = Object(body) as Record<string, unknown>
  const text = (name: string) => toTerminalLine(String(found[name] ?? ''))
  return {
    url: text(members.url),
    id: text(members.id),
    key: members.key === null ? null : text(members.key),
    limit: Number(Object.values(Object(found.limits))[0]),
    expiresAt: text('expires_at'),
    warnings: Array.isArray(found.warnings) ? found.warnings.map((one) => toTerminalLine(String(one))) : [],
  }
}
