import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Address, Email as ParsedEmail } from 'postal-mime'
import { loadLater } from '../../../runtime/load-later.ts'
import type { Mailer, Posted } from './mailer.ts'
import { renderMessage } from './mime.ts'
import type { Email } from './templates/email.ts'

/** An email in the list; `from` and `to` as a header shows them. */
export type StoredEmail = { id: string; from: string; to: string; subject: string; date: Date }
/** A whole email; `source` is the message as it would go over the wire. */
export type ReadEmail = StoredEmail & { text: string; html: string; source: string }

export type EmbeddedMailbox = Mailer & {
  /** Lists up to `limit` emails, the newest first, and counts all. */
  list(limit: number): Promise<{ emails: StoredEmail[]; total: number }>
  /** Lists the ids of all emails, the newest first. */
  listIds(): Promise<string[]>
  /** Reads an email; null for an unknown or malformed id. */
  read(id: string): Promise<ReadEmail | null>
  /** Deletes the emails written before then. */
  forget(before: Date): Promise<void>
}

/** Name of the folder in the data directory. */
export const MAILBOX_NAME = 'mailbox'

/** Ids hold the date in UTC, so that names sort by age, and the hash of the Message-ID, so that a retry is the same file. */
const ID = /^\d{8}T\d{9}Z-[0-9a-f]{32}$/
const loadParser = loadLater(() => import('postal-mime'))
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** Bytes of an email that are read for the list; our headers take about one KiB. */
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Opens the mailbox of an instance without an SMTP server: emails are files in `folder`, which is created on first use.
 * An accepted email is on disk; posting it again leaves one file.
 */
export function openEmbeddedMailbox(folder: string): EmbeddedMailbox {
  const toPath = (id: string) => join(folder, `${id}.eml`)

  async function listIds(): Promise<string[]> {
    const names = (await absentAsNull(readdir(folder))) ?? []
    return names
      .filter((name) => name.endsWith('.eml'))
      .map((name) => name.slice(0, -'.eml'.length))
      .filter((id) => ID.test(id))
      .sort()
      .reverse()
  }

  return {
    kind: 'mailbox',

    async post(email) {
      const message = await renderMessage(email)
      return save(message, { folder, name: `${toFileId(email)}.eml` })
    },

    async list(limit) {
      const { default: PostalMime } = await loadParser()
      const ids = await listIds()
      const heads = await Promise.all(
        ids.slice(0, limit).map(async (id) => {
          const head = await absentAsNull(readHead(toPath(id)))
          return head === null ? [] : [describe(id, await PostalMime.parse(head))]
        }),
      )
      return { emails: heads.flat(), total: ids.length }
    },

    listIds,

    async read(id) {
      const source = ID.test(id) ? await absentAsNull(readFile(toPath(id))) : null
      if (source === null) return null
      const { default: PostalMime } = await loadParser()
      const email = await PostalMime.parse(source)
      return {
        ...describe(id, email),
        text: content(email.text),
        html: content(email.html),
        source: source.toString('latin1'),
      }
    },

    async forget(before) {
      const newest = timeIn(before)
      const old = (await listIds()).filter((id) => id < newest)
      for (const id of old) await rm(toPath(id), { force: true })
    },

    async close() {},
  }
}

function toFileId(email: Email): string {
  const hash = createHash('sha256').update(email.messageId).digest('hex').slice(0, 32)
  return `${timeIn(email.date)}-${hash}`
}

function timeIn(date: Date): string {
  return date.toISOString().replace(/[-:.]/g, '')
}

/** Saves an email: a reader sees all of it or nothing, and a power cut after `accepted` does not lose it. */
async function save(message: Buffer, place: { folder: string; name: string }): Promise<Posted> {
  const draft = join(place.folder, `.${place.name}.draft`)
  try {
    const made = await mkdir(place.folder, { recursive: true, mode: FOLDER_MODE })
    if (made !== undefined) await syncFolder(dirname(made))
    await using file = await open(draft, 'w', FILE_MODE)
    await file.writeFile(message)
    await file.sync()
    await rename(draft, join(place.folder, place.name))
    await syncFolder(place.folder)
  } catch (error) {
    // A full disk or a missing permission defers the email; anything else is a bug.
    if (!isSystemError(error)) throw error
    return {
      kind: 'failed',
      failure: {
        stage: 'data',
        code: null,
        text: `The embedded mailbox could not be written: ${error.code}`,
      },
    }
  }
  return { kind: 'accepted', answer: 'Kept in the embedded mailbox.' }
}

/** Flushes a folder: a new name is durable only after that. */
async function syncFolder(path: string): Promise<void> {
  await using directory = await open(path, 'r')
  await directory.sync()
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0)
  const head = buffer.subarray(0, bytesRead)
  const end = head.indexOf('\r\n\r\n')
  return end < 0 ? head : head.subarray(0, end + 2)
}

function describe(id: string, email: ParsedEmail): StoredEmail {
  return {
    id,
    from: email.from ? showAddress(email.from) : '',
    to: (email.to ?? []).map(showAddress).join(', '),
    subject: email.subject ?? '',
    date: new Date(email.date ?? 0),
  }
}

/** Removes the line end that the parser adds to a part. */
function content(part = ''): string {
  return part.replace(/\n$/, '')
}

function showAddress({ name, address = '' }: Address): string {
  return name ? `${name} <${address}>` : address
}

/** Returns null for a folder or an email that does not exist (any more). */
async function absentAsNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return null
    throw error
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
