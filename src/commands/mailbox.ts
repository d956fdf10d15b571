import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import {
  type EmbeddedMailbox,
  MAILBOX_NAME,
  openEmbeddedMailbox,
  type ReadEmail,
} from '../delivery/channels/email/embedded-mailbox.ts'
import { toTerminalLine, toTerminalText } from '../markup/terminal-text.ts'

const MAX_LISTED = 50
/** Hexadecimal digits of an id that the list shows: those behind the date. */
const SHORT_ID_LENGTH = 8
const MAX_TO_WIDTH = 32
const POLL_MS = 500

type Output = { output: string; done: boolean }

/** Lists the newest emails of the embedded mailbox, the newest last. Reads the data directory alone. */
export async function listEmails(config: Config): Promise<Output> {
  const { emails, total } = await openMailbox(config).list(MAX_LISTED)
  if (total === 0) return { output: describeEmpty(config), done: true }
  const rows = emails.toReversed().map(({ id, date, to, subject }) => ({
    id: shortenId(id),
    date: formatDate(date),
    to: toTerminalLine(to),
    subject: toTerminalLine(subject),
  }))
  const width = Math.min(MAX_TO_WIDTH, Math.max(...rows.map(({ to }) => to.length)))
  const lines = rows.map((row) => `${row.id}  ${row.date}  ${row.to.padEnd(width)}  ${row.subject}`)
  const older = total > rows.length ? [`${total - rows.length} older emails are not listed.`] : []
  return { output: [...older, ...lines].join('\n'), done: true }
}

/** Shows an email by its id, or by the beginning of its id or of the part behind the date. */
export async function showEmail(config: Config, id: string): Promise<Output> {
  const mailbox = openMailbox(config)
  const ids = await mailbox.listIds()
  const found = ids.filter((each) => each.startsWith(id) || getHash(each).startsWith(id))
  const [match] = found
  if (match === undefined) {
    return {
      output: `There is no email "${toTerminalLine(id)}". List them with: formslot-server mailbox`,
      done: false,
    }
  }
  if (found.length > 1) {
    return { output: `${found.length} emails begin with "${id}". Add more of the id.`, done: false }
  }
  const email = await mailbox.read(match)
  if (!email) return { output: `The email ${match} has just been deleted.`, done: false }
  return { output: formatEmail(email), done: true }
}

/** Writes each email that arrives from now on, until the process is stopped. */
export async function followEmails(config: Config, write: (text: string) => void): Promise<never> {
  const mailbox = openMailbox(config)
  const seen = new Set(await mailbox.listIds())
  write('Waiting for new emails. Press Ctrl-C to stop.\n')
  for (;;) {
    await setTimeout(POLL_MS)
    await writeNew(mailbox, { seen, write })
  }
}

async function writeNew(
  mailbox: EmbeddedMailbox,
  { seen, write }: { seen: Set<string>; write(text: string): void },
): Promise<void> {
  const ids = await mailbox.listIds()
  for (const id of ids.toReversed().filter((each) => !seen.has(each))) {
    seen.add(id)
    const email = await mailbox.read(id)
    if (email) write(`\n${formatEmail(email)}\n`)
  }
}

function openMailbox({ dataDir }: Config): EmbeddedMailbox {
  return openEmbeddedMailbox(path.join(dataDir, MAILBOX_NAME))
}

function describeEmpty({ dataDir, smtp }: Config): string {
  const where = `There are no emails in ${path.join(dataDir, MAILBOX_NAME)}.`
  return smtp ? `${where} Emails are sent by ${smtp.host}:${smtp.port} (FORMSLOT_SMTP_URL).` : where
}

function formatEmail({ id, from, to, subject, date, text }: ReadEmail): string {
  const head = { id: shortenId(id), date: formatDate(date), from, to, subject }
  const lines = Object.entries(head).map(([name, value]) => `${`${name}:`.padEnd(9)}${toTerminalLine(value)}`)
  return [...lines, '', toTerminalText(text).trimEnd()].join('\n')
}

function shortenId(id: string): string {
  return getHash(id).slice(0, SHORT_ID_LENGTH)
}

function getHash(id: string): string {
  return id.slice(id.indexOf('-') + 1)
}

/** Formats a time in UTC, to the second. */
function formatDate(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ')
}
