import { createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { findByRole, findSenderName } from '../../../src/domain/submissions/field-roles.ts'
import { toTerminalLine, toTerminalText } from '../../../src/markup/terminal-text.ts'
import type { ShownSubmission, StoredSubmission, SubmissionPage } from '../api/schema.ts'
import { type BaseOptions, findBase, parseTarget } from '../settings/base.ts'
import { getKey } from '../settings/keys.ts'
import { OWN_COMMAND } from '../settings/own-command.ts'
import type { Console } from '../terminal/console.ts'
import { CommandFailure, EXIT, usageFailure } from '../terminal/failure.ts'
import { truncate, wrap } from '../terminal/plain.ts'
import { alignRows, formatTime, report } from '../terminal/report.ts'
import { call, openStream } from './call.ts'
import { type Context, defineCommand } from './command.ts'
import { toCutFailure } from './cut-failure.ts'
import { saveFiles } from './save-files.ts'

/** Options that select submissions. */
const SELECTION = {
  form: { value: 'ID', help: 'only submissions of this form' },
  folder: { value: 'NAME', help: 'inbox (default), spam, archive, trash or all' },
  unread: { help: 'only unread submissions' },
  starred: { help: 'only submissions with a star' },
  label: { value: 'ID', help: 'only submissions with this label: lab_…, which --json shows' },
  assigned: { value: 'WHO', help: 'only submissions assigned to me, nobody, holder or mem_…' },
  search: { value: 'WORDS', help: 'search, such as from:ada or "a phrase"' },
} as const

/** Lists submissions. */
export const inboxCommand = defineCommand({
  name: 'inbox',
  usage: '',
  summary: 'list submissions, newest first',
  arity: [0, 0],
  options: {
    ...SELECTION,
    limit: { value: 'N', help: 'number of submissions; default: 20' },
    cursor: { value: 'CURSOR', help: 'next_cursor of the previous page' },
  },
  examples: ['inbox --unread', 'inbox --form f_k3v9q2m7x4t8r5wz --search from:ada'],
  async run({ options, ...context }) {
    const { base, key } = await findAccount(context, options)
    const query = toQuery(options)
    query.set('limit', options.limit ?? '20')
    if (options.cursor !== undefined) query.set('cursor', options.cursor)
    const { text, json } = await call(`${base}/api/v1/submissions?${query}`, { key, expects: ['data'] })
    const { data, next_cursor: next, unread } = json as SubmissionPage
    const { console } = context
    report(console, {
      kind: 'found',
      body: text,
      sentence: `${count(data.length, 'submission')}${unread ? `, ${unread} unread` : ''}.`,
      lines: [
        ...data.flatMap((submission) => ['', ...summarize(submission, console)]),
        ...(next === null
          ? []
          : ['', console.paint.dim(`More: ${OWN_COMMAND} inbox --cursor ${toTerminalLine(next)}`)]),
      ],
    })
    return 0
  },
})

/** Shows one submission. */
export const showCommand = defineCommand({
  name: 'show',
  usage: 'ID',
  summary: 'show one submission, and save its files',
  arity: [1, 1],
  options: { files: { value: 'DIR', help: 'save its files in this folder; existing ones are kept' } },
  examples: ['show sub_6nq0w8z4k2v7c1x9m3t5r0y8bh --files received'],
  async run({ options, args: [id = ''], ...context }) {
    if (!/^sub_[0-9a-z]+$/.test(id))
      throw usageFailure(
        `${JSON.stringify(id)} is not the id of a submission.`,
        'Expected sub_…; inbox lists them.',
      )
    const { base, key } = await findAccount(context, options)
    const { text, json } = await call(`${base}/api/v1/submissions/${id}`, {
      key,
      expects: ['fields', 'received_at'],
    })
    const submission = json as ShownSubmission
    const { console } = context
    const files = submission.files ?? []
    const width = Math.max(...submission.fields.map(([name]) => toTerminalLine(name).length), 0)
    report(console, {
      kind: 'found',
      body: text,
      sentence: `${toTerminalLine(submission.endpoint_name ?? submission.endpoint_id)}, ${formatTime(submission.received_at)}.`,
      lines: [
        '',
        ...alignRows(console, [
          ...submission.fields.map(
            ([name, value]) =>
              [toTerminalLine(name), wrap(toText(value), console.columns - width - 6).join('\n')] as const,
          ),
        ]),
        ...(submission.ciphertext ? ENCRYPTED : []),
        ...(files.length === 0 ? [] : ['', 'Files', ...alignRows(console, files.map(describeFile))]),
        '',
        console.paint.dim(
          [
            submission.id,
            submission.folder,
            submission.delivery && `email ${submission.delivery}`,
            submission.starred && 'star',
            ...submission.labels.map(({ name }) => toTerminalLine(name)),
            submission.assignee && `assigned to ${toTerminalLine(submission.assignee.email)}`,
          ]
            .filter(Boolean)
            .join(' · '),
        ),
        ...(submission.note === null
          ? []
          : ['', 'Note', ...wrap(toTerminalText(submission.note), console.columns - 4)]),
        ...(submission.spam_reasons
          ? [console.paint.dim(`Spam: ${submission.spam_reasons.map(toTerminalLine).join(', ')}`)]
          : []),
      ],
    })
    if (options.files === undefined) return 0
    const folder = path.resolve(context.cwd, options.files)
    const saved = await saveFiles({ console, base, key }, { submission: { id, files }, folder })
    console.note(`Saved ${count(saved.length, 'file').toLowerCase()} in ${folder}.`)
    return 0
  },
})

const ENCRYPTED = [
  'Encrypted to your OpenPGP key. Read it in its email, or decrypt',
  'the ciphertext in the JSON that --json prints.',
]

/** Exports submissions. */
export const exportCommand = defineCommand({
  name: 'export',
  usage: '',
  summary: 'export submissions as CSV, JSON, NDJSON or ZIP with files',
  arity: [0, 0],
  options: {
    ...SELECTION,
    format: { value: 'NAME', help: 'csv (default), json, ndjson, or zip with files' },
    output: { value: 'FILE', help: 'write to a file, which must not exist yet' },
  },
  examples: ['export --format csv --output submissions.csv'],
  async run({ options, ...context }) {
    const { console, cwd } = context
    const file = options.output === undefined ? null : path.resolve(cwd, options.output)
    if (file && existsSync(file)) throw fileExists(file)
    if (options.format === 'zip' && file === null && console.isTerminal)
      throw usageFailure('An archive cannot be shown on a terminal.', 'Add --output FILE.')
    const { base, key } = await findAccount(context, options)
    const query = toQuery(options)
    query.set('format', options.format ?? 'csv')
    const response = await openStream(`${base}/api/v1/submissions/export?${query}`, {
      key,
      headers: { Accept: '*/*' },
    })
    const source = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
    if (file) {
      await saveFile(source, file)
      console.note(`Exported to ${file}.`)
      return 0
    }
    await console
      .copy(console.isTerminal ? source.pipe(createPlainText()) : source)
      .catch((error: unknown) => {
        throw toCutExport(error)
      })
    return 0
  },
})

/** Writes a new file. An export that was cut leaves none: it would look complete. */
async function saveFile(source: Readable, file: string): Promise<void> {
  try {
    await pipeline(source, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    if (Object(error).code === 'EEXIST') throw fileExists(file)
    await rm(file, { force: true })
    throw toCutExport(error)
  }
}

function toCutExport(error: unknown): unknown {
  return toCutFailure(error, 'The connection was cut during the export.')
}

function fileExists(file: string): CommandFailure {
  return new CommandFailure(EXIT.exists, { message: `${file} exists already.`, hint: 'Choose another name.' })
}

/** Strips control characters from a stream of UTF-8. */
function createPlainText(): Transform {
  const decoder = new TextDecoder()
  return new Transform({
    transform(chunk, _encoding, done) {
      done(null, toTerminalText(decoder.decode(chunk, { stream: true })))
    },
    flush(done) {
      done(null, toTerminalText(decoder.decode()))
    },
  })
}

/** Finds the instance and the key of the account. */
async function findAccount(
  { env, cwd, console }: Pick<Context, 'env' | 'cwd' | 'console'>,
  options: BaseOptions,
): Promise<{ base: string; key: string }> {
  const base = await findBase({ options, env, cwd, console })
  return { base: base.origin, key: getKey(env, { base }) }
}

function toQuery(options: {
  form?: string
  folder?: string
  unread?: boolean
  starred?: boolean
  label?: string
  assigned?: string
  search?: string
}): URLSearchParams {
  const query = new URLSearchParams()
  if (options.form !== undefined) query.set('endpoint', parseTarget(options.form, 'form').id)
  if (options.folder !== undefined) query.set('folder', options.folder)
  if (options.unread) query.set('unread', '1')
  if (options.starred) query.set('starred', '1')
  if (options.label !== undefined) query.set('label', options.label)
  if (options.assigned !== undefined) query.set('assigned', options.assigned)
  if (options.search !== undefined) query.set('q', options.search)
  return query
}

/** Labels and the assignee of a submission, for a line of a list. */
function describeWork({ labels, assignee }: StoredSubmission): string[] {
  return [
    ...labels.map(({ name }) => toTerminalLine(name)),
    ...(assignee === null ? [] : [`assigned to ${toTerminalLine(assignee.email)}`]),
  ]
}

function summarize(submission: StoredSubmission, { paint, columns }: Console): string[] {
  const { bold, dim, green } = paint
  const fields = submission.fields.map(([name, value]) => ({ name, value }))
  const address = findByRole(fields, 'email') ?? fields.find(({ name }) => name === '_replyto')
  const sender = findSenderName(fields)?.name ?? toText(address?.value ?? 'unknown sender')
  const words = findByRole(fields, 'message') ?? findByRole(fields, 'subject')
  const preview = words ? toTerminalLine(toText(words.value)) : firstField(submission)
  const form = toTerminalLine(submission.endpoint_name ?? submission.endpoint_id)
  const width = columns - 6
  return [
    `${submission.read ? ' ' : green('●')} ${bold(truncate(toTerminalLine(sender), 40))}  ${dim(`${formatTime(submission.received_at)} · ${truncate(form, 24)}`)}`,
    `  ${truncate(preview, width)}`,
    `  ${dim([submission.id, ...countFiles(submission), ...describeWork(submission)].join(' · '))}`,
  ]
}

/** "2 files"; none where there are none, or where an instance of an earlier version does not say */
function countFiles({ files = [] }: Partial<Pick<StoredSubmission, 'files'>>): string[] {
  return files.length === 0 ? [] : [count(files.length, 'file')]
}

/** "cv.pdf", "24,000 bytes, application/pdf" */
function describeFile(file: ShownSubmission['files'][number]): readonly [string, string] {
  const scan = file.scan === 'found' ? ['malware found, cannot be fetched'] : []
  const facts = [`${file.bytes.toLocaleString('en')} bytes`, toTerminalLine(file.type), ...scan]
  return [toTerminalLine(file.name), facts.join(', ')]
}

function firstField({ fields, ciphertext }: StoredSubmission): string {
  if (ciphertext) return 'Encrypted message'
  const [name, value] = fields[0] ?? ['', '']
  return toTerminalLine(`${name}: ${toText(value)}`)
}

function toText(value: unknown): string {
  return toTerminalText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

function count(number: number, noun: string): string {
  return `${number === 0 ? 'No' : number} ${noun}${number === 1 ? '' : 's'}`
}
