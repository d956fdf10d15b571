import { z } from 'zod'
import { refused } from '../../domain/refusal.ts'
import { MAX_IMPORT_BYTES, MAX_IMPORT_ERRORS, MAX_IMPORT_ROWS } from '../../domain/submissions/import.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { getHeader } from '../kernel/request.ts'
import { createUnmeteredRate, MAX_UNMETERED_PER_HOUR } from '../limits/unmetered-rate.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { openCsv } from './import/csv-file.ts'
import { openFormspreeJson } from './import/json-file.ts'
import { checkFile } from './import/read-file.ts'

const MEBIBYTE = 1024 * 1024
const OPEN = { csv: openCsv, 'formspree-json': openFormspreeJson } as const

const ImportReport = named(
  'ImportReport',
  z.object({
    imported: z.int().describe('Number of rows that are new submissions.'),
    skipped: z
      .int()
      .describe('Number of rows that the form has from an earlier import, or earlier in the file.'),
    failed: z.int().describe('Number of rows with an error. Correct them and import the file again.'),
    errors: z
      .array(z.object({ line: z.int(), field: z.string().optional(), message: z.string() }))
      .max(MAX_IMPORT_ERRORS)
      .describe(`The first ${MAX_IMPORT_ERRORS} errors, by the line on which the row begins.`),
  }),
)

/** Declares `POST /endpoints/{id}/import`. */
export function importRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, clock } = deps
  const countImport = createUnmeteredRate('imports')
  return [
    apiRoute({
      method: 'POST',
      path: '/endpoints/:id/import',
      needs: 'write',
      fresh: false,
      tag: 'submissions',
      operationId: 'importSubmissions',
      summary: 'Import the submissions that another service has exported.',
      description:
        `A CSV file, whose first line names the columns, or the JSON export of Formspree; at most ${MAX_IMPORT_BYTES / MEBIBYTE} MiB of UTF-8 and ` +
        `${MAX_IMPORT_ROWS} rows. The time of a row is its \`_date\`, \`received_at\`, \`submitted_at\` or \`created_at\`, or \`date\` in one of the first two columns. ` +
        'Imported submissions are read and in the archive; nothing is emailed and no quota is used. Retention counts from the import. ' +
        `Rows that were imported before are skipped. A form holds at most ${MAX_IMPORT_ROWS} imported submissions; an account imports at most ${MAX_UNMETERED_PER_HOUR} files an hour. ` +
        'Forms that store submissions encrypted take none.',
      query: z.strictObject({ format: z.enum(['csv', 'formspree-json']).describe('Format of the file.') }),
      body: NOTHING,
      file: {
        'text/csv': 'date,name,message\n2024-05-01T10:00:00Z,Jane,Hello\n',
        'application/json': '{"submissions":[{"_date":"2024-05-01T10:00:00Z","name":"Jane"}]}',
      },
      maxBodyBytes: MAX_IMPORT_BYTES,
      answer: {
        status: 200,
        description: 'Every row is imported, skipped, or among the errors.',
        schema: ImportReport,
        example: {
          imported: 120,
          skipped: 0,
          failed: 1,
          errors: [{ line: 17, field: 'date', message: 'This time is in the future.' }],
        },
      },
      refuses: [
        'body_unparsable',
        'endpoint_retired',
        'endpoint_suspended',
        'limit_reached',
        'storage_encrypted',
        'payload_too_large',
        'unsupported_media_type',
        'submit_rate',
        'disk_full',
      ],
      async handle({ caller, now, params, query, request }) {
        const encoding = getHeader(request, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
        if (encoding !== 'identity') {
          const message = 'Send the file without compression.'
          return refused({ code: 'unsupported_media_type', message })
        }
        const rate = countImport(caller, now)
        if (rate) return refused(rate)
        const opened = OPEN[query.format](Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
        if (opened.kind === 'refused') return opened
        const endpointId = params.id ?? ''
        const checked = await checkFile(opened.file, { formId: endpointId, now })
        if (checked.kind === 'refused') return checked
        const { count, failed, errors } = checked
        const done = await actions.importSubmissions(caller, {
          ...{ endpointId, count, clock },
          rows: checked.readRows(),
        })
        if (done.kind === 'refused') return done
        const { imported, skipped } = done
        return answered({ imported, skipped, failed, errors: [...errors] })
      },
    }),
  ]
}
