import { findBlock } from '../../domain/files/stored-file.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { findSubmission, type SubmissionView, toSubmissionView } from '../submissions/owned-submissions.ts'
import { type ByteStream, readBytes } from './read-bytes.ts'

/** A file of an exported submission; its bytes must be read or destroyed. */
export type ExportedFile =
  | { kind: 'included'; path: string; receivedAt: Date; bytes: number; content: ByteStream }
  /** `deleted`: while the export was read. `missing`: the store of files has lost its bytes. */
  | { kind: 'left out'; path: string; reason: 'file_infected' | 'file_not_scanned' | 'deleted' | 'missing' }

/**
 * Opens the files of submissions one by one. A path is the id of the submission and the name behind the number that the file
 * has in it, which is safe on every system: a name is cleaned when it arrives.
 *
 * @throws FilesUnavailable
 */
export async function* openExportedFiles(
  context: Context,
  pages: AsyncIterable<readonly SubmissionView[]>,
): AsyncGenerator<ExportedFile> {
  for await (const page of pages) {
    for (const { id, receivedAt, files } of page) {
      for (const [at, file] of files.entries()) {
        const path = `${id}/${at + 1}-${file.name}`
        const block = findBlock(file, context)
        if (block) {
          yield { kind: 'left out', path, reason: block }
          continue
        }
        const content = await readBytes(context, file)
        if (content !== null) yield { kind: 'included', path, receivedAt, bytes: file.bytes, content }
        else {
          const isKept = (await context.store.files.findFile(file.key)) !== null
          yield { kind: 'left out', path, reason: isKept ? 'missing' : 'deleted' }
        }
      }
    }
  }
}

/** Opens the files of one submission of the caller one by one, in whatever folder it is; refused when it has none. */
export async function openSubmissionFiles(
  context: Context,
  caller: Caller,
  submissionId: string,
): Promise<{ kind: 'files'; files: AsyncIterable<ExportedFile> } | Refused> {
  const submission = await findSubmission(context, caller, submissionId)
  if (!submission) return refused({ code: 'submission_not_found' })
  if (submission.files.length === 0) return refused({ code: 'file_not_found' })
  return { kind: 'files', files: openExportedFiles(context, onePage(toSubmissionView(context, submission))) }
}

async function* onePage(submission: SubmissionView): AsyncGenerator<readonly SubmissionView[]> {
  yield [submission]
}
