import { closestName } from '../../../src/config/closest-name.ts'
import { WEB_KIND_NAMES, WEB_KINDS } from '../../../src/domain/destinations/web-kinds.ts'
import { toTerminalLine } from '../../../src/markup/terminal-text.ts'
import type {
  AddedDestination,
  Destination,
  DestinationDeliveryList,
  DestinationList,
  DestinationTest,
  RotatedSecret,
} from '../api/schema.ts'
import { findBase, parseTarget } from '../settings/base.ts'
import { getKey } from '../settings/keys.ts'
import { OWN_COMMAND } from '../settings/own-command.ts'
import { type Console, confirm } from '../terminal/console.ts'
import { EXIT, usageFailure } from '../terminal/failure.ts'
import { truncate } from '../terminal/plain.ts'
import { alignRows, formatTime, report } from '../terminal/report.ts'
import { type Call, call } from './call.ts'
import { type Context, defineCommand } from './command.ts'
import { readArgumentFile } from './fields.ts'

const KINDS: readonly string[] = ['email', ...WEB_KIND_NAMES]
const SHOWN_ONCE = 'The secret is shown this once. Keep it where your program reads it.'

/** The endpoint and the destination that an action is about. */
type About = {
  context: Context
  /** Id of the endpoint. */
  id: string
  /** Id of the destination; '' where the action has none. */
  destinationId: string
  /** Further arguments. */
  args: readonly string[]
  events: string | undefined
  yes: boolean | undefined
  /** Calls the service, at a path below the destinations of the endpoint. */
  send(path: string, request?: Call): ReturnType<typeof call>
}

type Action = {
  /** Arguments behind the id of the endpoint. */
  usage: string
  summary: string
  arity: readonly [number, number]
  run(about: About): Promise<number>
}

const ACTIONS: Readonly<Record<string, Action>> = {
  list: { usage: '', summary: 'list them, with their addresses', arity: [0, 0], run: list },
  add: {
    usage: ' KIND ADDRESS|@file',
    summary: 'add one; it is tested before it gets anything',
    arity: [2, 2],
    run: add,
  },
  test: { usage: ' DST', summary: 'send a test and show the answer', arity: [1, 1], run: sendTest },
  deliveries: {
    usage: ' DST',
    summary: 'list what was sent, with each attempt',
    arity: [1, 1],
    run: listDeliveries,
  },
  events: {
    usage: ' DST TYPE,TYPE…',
    summary: 'choose the events that it gets',
    arity: [2, 2],
    run: changeEvents,
  },
  rotate: {
    usage: ' DST',
    summary: 'get a new signing secret; the old one is valid for 24 hours',
    arity: [1, 1],
    run: rotate,
  },
  disable: {
    usage: ' DST',
    summary: 'stop sending to it',
    arity: [1, 1],
    run: (about) => setActive(about, 'disabled'),
  },
  enable: {
    usage: ' DST',
    summary: 'start sending to it again',
    arity: [1, 1],
    run: (about) => setActive(about, 'enabled'),
  },
  remove: { usage: ' DST', summary: 'remove it; asks first on a terminal', arity: [1, 1], run: remove },
}
const NAMES = Object.keys(ACTIONS)

/** Manages the destinations of an endpoint. */
export const destinationsCommand = defineCommand({
  name: 'destinations',
  usage: 'ACTION ID …',
  summary: 'manage the webhooks and chats of an endpoint',
  details: [
    ...Object.entries(ACTIONS).map(([name, { usage, summary }]) => `${name} ID${usage}: ${summary}`),
    'ID is that of a form or a telemetry endpoint, DST that of a destination (dst_…), which list shows. The key needs the scopes read and write: login --write.',
    'The address of a chat is a secret: @file reads it from a file, @- from the standard input, where other users of the machine do not see it. Kinds and their addresses:',
    'email: a person, who has to confirm it.',
    ...WEB_KIND_NAMES.map((kind) => `${kind}: ${WEB_KINDS[kind].help}`),
  ],
  arity: [2, 4],
  options: {
    events: {
      value: 'TYPE,TYPE…',
      help: 'for add: the events that it gets; default: submissions, or watches',
    },
  },
  examples: [
    'destinations add f_k3v9q2m7x4t8r5wz webhook https://hooks.acme.org/formslot',
    'destinations test f_k3v9q2m7x4t8r5wz dst_2q9x4m7p0c8k3z5r',
  ],
  async run({ options, args: [name = '', typed = '', ...args], ...context }) {
    const action = findAction(name)
    const [min, max] = action.arity
    if (args.length < min || args.length > max) {
      throw usageFailure(
        `destinations ${name} is called like this: ${OWN_COMMAND} destinations ${name} ID${action.usage}.`,
        `See ${OWN_COMMAND} destinations --help.`,
      )
    }
    const target = parseTarget(typed, 'form', 'telemetry')
    const hasDestination = action.usage.startsWith(' DST')
    const [destinationId = '', ...others] = hasDestination ? args : ['', ...args]
    if (hasDestination) checkDestinationId(destinationId)
    if (options.events !== undefined && name !== 'add')
      throw usageFailure(
        '--events belongs to add.',
        `Use ${OWN_COMMAND} destinations events ID DST TYPE,TYPE…`,
      )
    const { console, env, cwd } = context
    const base = await findBase({ options, origin: target.origin, env, cwd, console })
    const key = getKey(env, { base })
    const place = `${base.origin}/api/v1/endpoints/${target.id}/destinations`
    return action.run({
      context,
      id: target.id,
      destinationId,
      args: others,
      events: options.events,
      yes: options.yes,
      send: (path, request = {}) => call(`${place}${path}`, { ...request, key }),
    })
  },
})

function findAction(name: string): Action {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (action) return action
  const close = closestName(name, NAMES)
  throw usageFailure(
    `destinations does not know ${JSON.stringify(name)}.`,
    close === null ? `Choose one of ${NAMES.join(', ')}.` : `Do you mean ${close}?`,
  )
}

function checkDestinationId(id: string): void {
  if (/^dst_[0-9a-z]+$/.test(id)) return
  throw usageFailure(
    `${JSON.stringify(id)} is not the id of a destination.`,
    `Expected dst_…; ${OWN_COMMAND} destinations list ID shows them.`,
  )
}

async function list({ context: { console }, send }: About): Promise<number> {
  const { text, json } = await send('', { expects: ['data'] })
  const { data } = json as DestinationList
  report(console, {
    kind: 'found',
    body: text,
    sentence: data.length === 1 ? '1 destination.' : `${data.length} destinations.`,
    lines: data.flatMap((destination) => ['', ...describe(destination, console)]),
  })
  return EXIT.ok
}

function describe(destination: Destination, { paint, columns }: Console): string[] {
  const { id, kind, state, to, url, events, disabled_because: reason } = destination
  const because = reason === null ? '' : ` (${reason})`
  return [
    `${paint.bold(toTerminalLine(id))}  ${toTerminalLine(kind)}, ${toTerminalLine(state)}${toTerminalLine(because)}`,
    `  ${truncate(toTerminalLine(url ?? to), columns - 4)}`,
    ...(events === null ? [] : [`  ${paint.dim(events.map(toTerminalLine).join(', '))}`]),
  ]
}

async function add({ context, id, args: [kind = '', typed = ''], events, send }: About): Promise<number> {
  if (!KINDS.includes(kind)) {
    const close = closestName(kind, KINDS)
    const guess = close === null ? '' : `Do you mean ${close}? `
    throw usageFailure(
      `There is no kind ${JSON.stringify(kind)}.`,
      `${guess}Choose one of ${KINDS.join(', ')}.`,
    )
  }
  const address = typed.startsWith('@') ? (await readArgumentFile(typed, context)).trim() : typed
  const { text, json } = await send('', {
    method: 'POST',
    body: {
      kind,
      ...(kind === 'email' ? { email: address } : { url: address }),
      ...(events === undefined ? {} : { events: toList(events) }),
    },
    expects: ['id', 'state'],
  })
  const added = json as AddedDestination
  const { console } = context
  const next =
    kind === 'email'
      ? 'It gets nothing until its owner has followed the link in the confirmation email.'
      : `It gets nothing until a test has reached it: ${OWN_COMMAND} destinations test ${id} ${toTerminalLine(added.id)}`
  report(console, {
    body: text,
    sentence: `Added as ${toTerminalLine(added.id)}. ${console.format === 'json' ? next : ''}`.trim(),
    lines: [...showSecret(console, added.secret), '', next],
  })
  return EXIT.ok
}

function showSecret(console: Console, secret: string | null): string[] {
  if (secret === null) return []
  return ['', ...alignRows(console, [['Secret', toTerminalLine(secret)]]), console.paint.dim(SHOWN_ONCE)]
}

async function sendTest({ context: { console }, destinationId, send }: About): Promise<number> {
  const { text, json } = await send(`/${destinationId}/test`, {
    method: 'POST',
    expects: ['reached', 'result', 'ms'],
  })
  const { reached, result, ms } = json as DestinationTest
  const outcome = reached ? 'The test has reached it' : 'The test has not reached it'
  report(console, {
    ...(reached ? {} : { kind: 'found' as const }),
    body: text,
    sentence: `${outcome}: ${toTerminalLine(result)} (${Number(ms)} ms).`,
  })
  return reached ? EXIT.ok : EXIT.refused
}

async function listDeliveries({ context: { console }, destinationId, send }: About): Promise<number> {
  const { text, json } = await send(`/${destinationId}/deliveries`, { expects: ['data', 'more'] })
  const { data, more } = json as DestinationDeliveryList
  const count = data.length === 1 ? '1 delivery' : `${data.length} deliveries`
  report(console, {
    kind: 'found',
    body: text,
    sentence: more ? `The newest ${count}.` : `${count}.`,
    lines: data.flatMap(({ created_at: at, event, state, submission_id: about, attempts }) => [
      '',
      `${formatTime(at)}  ${toTerminalLine(event)} ${toTerminalLine(about ?? '')}  ${toTerminalLine(state)}`,
      ...attempts.map(({ started_at: begun, answer }) =>
        console.paint.dim(
          `  ${formatTime(begun)}  ${truncate(toTerminalLine(answer ?? 'in progress'), console.columns - 30)}`,
        ),
      ),
    ]),
  })
  return EXIT.ok
}

async function changeEvents({ args: [events = ''], ...about }: About): Promise<number> {
  return change({ ...about, args: [] }, { events: toList(events) })
}

async function setActive(about: About, state: 'enabled' | 'disabled'): Promise<number> {
  return change(about, { active: state === 'enabled' })
}

async function change({ context: { console }, destinationId, send }: About, body: object): Promise<number> {
  const { text, json } = await send(`/${destinationId}`, { method: 'PATCH', body, expects: ['id', 'state'] })
  const changed = json as Destination
  const lines = ['', ...describe(changed, console)]
  report(console, { body: text, sentence: `Changed; it is ${toTerminalLine(changed.state)}.`, lines })
  return EXIT.ok
}

async function rotate({ context: { console }, destinationId, send }: About): Promise<number> {
  const { text, json } = await send(`/${destinationId}/rotate`, { method: 'POST', expects: ['secret'] })
  const { secret } = json as RotatedSecret
  report(console, {
    body: text,
    sentence: 'It has a new signing secret. The one before signs too, for 24 hours.',
    lines: showSecret(console, secret),
  })
  return EXIT.ok
}

async function remove({ context: { console }, destinationId, yes, send }: About): Promise<number> {
  if (
    console.canAsk &&
    !yes &&
    !(await confirm(console, `Remove ${destinationId}? What waits for it is not sent.`))
  ) {
    console.note('Nothing was removed.')
    return EXIT.ok
  }
  await send(`/${destinationId}`, { method: 'DELETE' })
  report(console, { body: '{}', sentence: 'Removed.' })
  return EXIT.ok
}

function toList(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}
