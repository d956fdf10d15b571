import { z } from 'zod'
import { SHORT_LINK_MINUTES } from '../../domain/files/stored-file.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { streamPieces } from '../kernel/streaming.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant } from '../schema/shapes.ts'
import { answerWithFile } from './download.ts'
import { listFileEntries } from './file-entries.ts'
import { writeZip } from './zip.ts'

export const FileLinkShape = named(
  'FileLink',
  z.object({
    url: z.string().describe('Whoever has it can fetch this one file. It is a secret.'),
    expires_at: instant,
  }),
)

const SUBMISSION = '/submissions/:id'
const FILE = `${SUBMISSION}/files/:file_id`
const COMMON = { tag: 'files', query: NOTHING, body: NOTHING, fresh: false } as const
/** Refusals of a file that may not, or cannot, be fetched. */
const FILE_REFUSALS = ['file_not_found', 'file_infected', 'file_not_scanned'] as const

/** Declares `/submissions/{id}/files`. */
export function fileRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, base } = deps
  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      path: FILE,
      needs: 'read',
      operationId: 'fetchFile',
      summary: 'Fetch a file of a submission.',
      description:
        'Its bytes, as the visitor sent them. Always a download: the answer never says which type the file has, so that no browser shows or runs it. `Range` fetches one part.',
      answer: {
        status: 200,
        description: 'The bytes of the file.',
        media: ['application/octet-stream'],
        headers: ['Content-Disposition', 'ETag'],
      },
      otherAnswers: {
        206: {
          description: 'The part that Range asks for.',
          media: ['application/octet-stream'],
          headers: ['Content-Disposition', 'Content-Range', 'ETag'],
        },
        416: { description: 'The file ends before this part.', headers: ['Content-Range'] },
      },
      refuses: [...FILE_REFUSALS, 'files_unavailable'],
      async handle({ caller, params, request }) {
        const { id: submissionId = '', file_id: fileId = '' } = params
        const file = await actions.openFile(caller, { submissionId, fileId })
        return file.kind === 'refused' ? file : answerWithFile(request, file, deps)
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'GET',
      path: `${SUBMISSION}/files`,
      needs: 'read',
      operationId: 'fetchFiles',
      summary: 'Fetch all files of a submission as a ZIP archive.',
      description:
        'Each as `{submission id}/{number}-{name}`, not compressed; `not-included.txt` lists those that are left out, with the reason. When the reading of a file fails, the answer is cut instead of ending.',
      answer: {
        status: 200,
        description: 'The archive, streamed while it is written.',
        media: ['application/zip'],
        headers: ['Content-Disposition'],
      },
      refuses: ['file_not_found'],
      async handle({ caller, params, now, request }) {
        const { id = '' } = params
        const opened = await actions.openSubmissionFiles(caller, id)
        if (opened.kind === 'refused') return opened
        const body = streamPieces(writeZip(listFileEntries(opened.files, now)))
        body.once('error', (error) => deps.log.error({ err: error, request_id: request.id }, 'export_failed'))
        return {
          kind: 'stream',
          headers: {
            'content-type': 'application/zip',
            'content-disposition': `attachment; filename="files-${id}.zip"`,
          },
          body,
        }
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: `${FILE}/link`,
      needs: 'read',
      operationId: 'createFileLink',
      summary: 'Create a link to a file.',
      description: `It works without a key, for ${SHORT_LINK_MINUTES} minutes. Nothing is stored.`,
      answer: {
        status: 200,
        description: 'The link.',
        schema: FileLinkShape,
        example: {
          url: `${base}/files/6nq0w8z4k2v7c1x9m3t5r0y8bh6nq0w8z4k2v7c1x9m3t5r0y8bh`,
          expires_at: '2026-11-20T10:15:00.000Z',
        },
      },
      refuses: FILE_REFUSALS,
      async handle({ caller, params, now }) {
        const { id: submissionId = '', file_id: fileId = '' } = params
        const link = await actions.createFileLink(caller, { submissionId, fileId, now })
        if (link.kind === 'refused') return link
        return answered({ url: `${base}/files/${link.token}`, expires_at: link.until.toISOString() })
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: `${SUBMISSION}/files/revoke-links`,
      needs: 'write',
      operationId: 'revokeFileLinks',
      summary: 'Revoke all links to the files of a submission.',
      description:
        'Those in emails, webhooks and chats, too, from the next request on. Links that are created afterwards work. Repeatable.',
      answer: { status: 204, description: 'No earlier link to a file of this submission works.' },
      async handle({ caller, params, now }) {
        const { id: submissionId = '' } = params
        const outcome = await actions.revokeFileLinks(caller, { submissionId, now })
        return outcome.kind === 'refused' ? outcome : DONE
      },
    }),
  ]
}
