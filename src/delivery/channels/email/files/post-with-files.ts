import { chooseAttachments } from '../../../../domain/files/email-attachments.ts'
import { EMAIL_LINK_DAYS, type StoredFile } from '../../../../domain/files/stored-file.ts'
import type { Keys } from '../../../../domain/keys.ts'
import { DEFAULT_LANGUAGE } from '../../../../domain/language.ts'
import { DAY, later, SECOND } from '../../../../domain/time.ts'
import type { Log } from '../../../../runtime/log.ts'
import { FilesUnavailable } from '../../../../store/contract/errors.ts'
import type { AttachedFiles } from '../../../attached-files.ts'
import type { FoundSubmissionEmail } from '../found-email.ts'
import type { Posted, SmtpFailure } from '../mailer.ts'
import { createSemaphore } from '../smtp/smtp-mailer.ts'
import type { Sender } from '../templates/email.ts'
import type { PrintedFiles } from '../templates/printed-files.ts'
import { type ListedFile, printFiles, toLinkState } from './file-list.ts'
import { type ReadAttachment, readAttachment } from './read-attachment.ts'

/** Time limit for reading the attachments of one email: with that of the mail server it is below a lease. */
const READING_MS = 20 * SECOND
/** Emails with attachments in progress on this node: each has up to 20 MiB of memory. */
const MAX_EMAILS_WITH_ATTACHMENTS = 2
/** "Message size exceeds fixed maximum" (RFC 1870 §6.1); also for contents that a server does not take. */
const TOO_LARGE = 552
/** The same in enhanced status codes (RFC 3463), where a server answers with another code. */
const TOO_LARGE_STATUS = /\b5\.(?:2\.3|3\.4)\b/

/** `unreadable`: its attachments cannot be read now. Nothing was posted. */
export type PostedWithFiles = Posted | { kind: 'unreadable' }

type Deps = {
  /** Composes the email with these files, and posts it. */
  post(files: PrintedFiles): Promise<Posted>
  files: AttachedFiles
  keys: Pick<Keys, 'fileToken'>
  sender: Pick<Sender, 'base'>
  log: Log
  now: Date
}

const places = createSemaphore(MAX_EMAILS_WITH_ATTACHMENTS)

/**
 * Posts the email of a submission with files. They are links, made now; where the owner wants attachments, the email contains
 * those that `chooseAttachments` chooses, unless the mail server finds it too large for them.
 */
export async function postWithFiles(found: FoundSubmissionEmail, deps: Deps): Promise<PostedWithFiles> {
  const { key, endpoint } = found.submission
  const files = await deps.files.listFilesOf([key])
  const compose = (read: ReadFiles) => toPrinted(found, { files, read }, deps)
  const chosen = endpoint.settings.files.attach ? chooseAttachments(files, deps.files) : []
  if (chosen.length === 0) return deps.post(compose(NOTHING_READ))
  using _place = await places.take()
  const read = await readAll(chosen, deps)
  if (read === null) return { kind: 'unreadable' }
  const posted = await deps.post(compose(read))
  return isTooLarge(posted) ? deps.post(compose(omitAttachments(read))) : posted
}

/** The results for the files that were to be attached, by their keys. */
type ReadFiles = ReadonlyMap<number, ReadAttachment>
const NOTHING_READ: ReadFiles = new Map()

/** Returns null while the files are unavailable. */
async function readAll(
  chosen: readonly StoredFile[],
  { files, log }: Pick<Deps, 'files' | 'log'>,
): Promise<ReadFiles | null> {
  const limit = AbortSignal.timeout(READING_MS)
  const read = new Map<number, ReadAttachment>()
  try {
    for (const file of chosen) {
      const result = await readAttachment(file, files, limit)
      if (result.kind === 'damaged') log.error({ file: file.key, place: file.place }, 'file_damaged')
      read.set(file.key, result)
    }
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    log.warn({ reason: error.reason }, 'attachments_unreadable')
    return null
  }
  return read
}

function omitAttachments(read: ReadFiles): ReadFiles {
  return new Map([...read].filter(([, { kind }]) => kind !== 'attached'))
}

function toPrinted(
  { delivery, submission }: FoundSubmissionEmail,
  { files, read }: { files: readonly StoredFile[]; read: ReadFiles },
  { files: { isScanRequired }, keys, sender: { base }, now }: Deps,
): PrintedFiles {
  const until = later(now, EMAIL_LINK_DAYS * DAY)
  const listed = files.map((file): ListedFile => {
    const { key, name, bytes, linkVersion } = file
    const url = `${base}/files/${keys.fileToken({ key, until, linkVersion })}`
    return { name, bytes, state: read.get(key) ?? toLinkState(file, { url, isScanRequired }) }
  })
  const language = submission.endpoint.language ?? DEFAULT_LANGUAGE
  const isOwner = delivery.destination === null
  return {
    ...printFiles({ language, files: listed, linksEndAt: until, isOwner }),
    attachments: [...read.values()].flatMap((one) => (one.kind === 'attached' ? [one.attachment] : [])),
  }
}

function isTooLarge(posted: Posted): boolean {
  return posted.kind === 'failed' && isSizeRefusal(posted.failure)
}

function isSizeRefusal({ code, text }: SmtpFailure): boolean {
  return code === TOO_LARGE || (code !== null && code >= 500 && TOO_LARGE_STATUS.test(text))
}
