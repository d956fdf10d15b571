import type { ByteRange } from '../../domain/files/byte-range.ts'
import { findBlock, SHORT_LINK_MINUTES, type StoredFile } from '../../domain/files/stored-file.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import { later, MINUTE } from '../../domain/time.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { findSubmission } from '../submissions/owned-submissions.ts'
import { type ByteStream, readBytes } from './read-bytes.ts'

/** A file that the caller may read. */
export type OpenFile = {
  kind: 'file'
  name: string
  bytes: number
  /** Hex. */
  sha256: string
  /** The account whose form got it. */
  accountKey: number
  /**
   * Opens its bytes, or a range of them, see `readBytes`.
   *
   * @throws FilesUnavailable
   */
  read(range?: ByteRange): Promise<ByteStream | null>
}

type FileRequest = { submissionId: string; fileId: string }

const UNKNOWN = refused({ code: 'file_not_found' })
const UNKNOWN_SUBMISSION = refused({ code: 'submission_not_found' })

/** Opens a file of a submission of the caller, in whatever folder the submission is. */
export async function openFile(
  context: Context,
  caller: Caller,
  request: FileRequest,
): Promise<OpenFile | Refused> {
  const found = await findOwnFile(context, caller, request)
  return found.kind === 'refused' ? found : toOpenFile(context, found.file, caller.accountKey)
}

/**
 * Opens the file that a link leads to, for whoever has it. A token that was never issued, one that was revoked, one whose
 * time is over and one whose submission is deleted or in the trash get the same answer, after the same read.
 */
export async function openFileByLink(
  context: Context,
  { token, now }: { token: string; now: Date },
): Promise<OpenFile | Refused> {
  const link = context.keys.verifyFileToken(token)
  const file = await context.store.files.findFile(link?.key ?? 0)
  if (!link || !file) return UNKNOWN
  const isValid = now < link.until && link.linkVersion === file.linkVersion && !file.isTrashed
  if (!isValid) return UNKNOWN
  const block = findBlock(file, context)
  return block ? refused({ code: block }) : toOpenFile(context, file, file.accountKey)
}

/** Creates a link to a file of the caller that works for minutes, for whoever has it. */
export async function createFileLink(
  context: Context,
  caller: Caller,
  { now, ...request }: FileRequest & { now: Date },
): Promise<{ kind: 'link'; token: string; until: Date } | Refused> {
  const found = await findOwnFile(context, caller, request)
  if (found.kind === 'refused') return found
  const { key, linkVersion } = found.file
  const until = later(now, SHORT_LINK_MINUTES * MINUTE)
  return { kind: 'link', token: context.keys.fileToken({ key, until, linkVersion }), until }
}

/** Makes all links to the files of a submission useless, those in emails and webhooks, too. Repeatable. */
export async function revokeFileLinks(
  context: Context,
  caller: Caller,
  { submissionId, now }: { submissionId: string; now: Date },
): Promise<{ kind: 'done' } | Refused> {
  const submission = await findSubmission(context, caller, submissionId)
  if (!submission) return UNKNOWN_SUBMISSION
  const { key: submissionKey, endpointId } = submission
  const { accountKey } = caller
  await context.store.files.revokeLinks({
    submissionKey,
    audit: { accountKey, by: toActor(caller), subject: endpointId, detail: submissionId },
    now,
  })
  return { kind: 'done' }
}

/** Finds a file that the caller may fetch. */
async function findOwnFile(
  context: Context,
  caller: Caller,
  { submissionId, fileId }: FileRequest,
): Promise<{ kind: 'found'; file: StoredFile } | Refused> {
  const submission = await findSubmission(context, caller, submissionId)
  if (!submission) return UNKNOWN_SUBMISSION
  const key = context.keys.rowKey('file', fileId)
  const file = submission.files.find((one) => one.key === key)
  if (!file) return UNKNOWN
  const block = findBlock(file, context)
  return block ? refused({ code: block }) : { kind: 'found', file }
}

function toOpenFile(context: Context, file: StoredFile, accountKey: number): OpenFile {
  const { name, bytes, sha256 } = file
  return {
    kind: 'file',
    ...{ name, bytes, sha256, accountKey },
    read: (range) => readBytes(context, file, range),
  }
}
