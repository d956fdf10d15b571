import { z } from 'zod'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, apiRoute } from '../kernel/api-route.ts'
import { type Pieces, streamPieces } from '../kernel/streaming.ts'
import { NOTHING } from '../schema/read-input.ts'
import { asCsv, asJson, asNdjson, type CsvOptions, type Included, type Pages } from './export-formats.ts'
import { asZip, type OpenFiles } from './export-zip.ts'
import { parseQuerySelection, SELECTION_PARAMETERS } from './selection.ts'

const MEDIA = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  zip: 'application/zip',
} as const
type Format = keyof typeof MEDIA

/** Declares `GET /submissions/export`. */
export function exportRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  return [
    apiRoute({
      method: 'GET',
      path: '/submissions/export',
      needs: 'read',
      fresh: false,
      tag: 'submissions',
      operationId: 'exportSubmissions',
      summary: 'Export submissions as a CSV, JSON or NDJSON file, or with their files as a ZIP archive.',
      description:
        'Ordered by endpoint, then newest first (with `starred` or `label`: newest first), with the state at the time of the request, without test submissions (see `tests`). In CSV, each field name is ' +
        'a column, except reserved and empty fields (see `include`). Cells are exact unless the file is for a spreadsheet (see `bom`). ' +
        'ZIP: `submissions.json` and `submissions.csv`, and the files of each submission as `{submission id}/{number}-{name}`, not compressed; `not-included.txt` lists those that are left out, with the reason. When the reading of a file fails, the answer is cut instead of ending.',
      query: z.strictObject({
        format: z.enum(['csv', 'json', 'ndjson', 'zip']).default('csv').describe('Format of the file.'),
        bom: z
          .enum(['0', '1'])
          .default('0')
          .describe(
            "1: for spreadsheets. The file starts with a byte order mark, which Excel needs to read UTF-8, and a ' precedes text that could run as a formula, even if the spreadsheet splits cells at semicolons or tabs. 0: for programs. Every cell is exactly what was sent; do not open it in a spreadsheet.",
          ),
        include: z
          .enum(['reserved', 'empty', 'all'])
          .optional()
          .describe(
            'Further columns of the CSV: names that begin with _ (reserved), fields without a value in every submission (empty), or both (all). JSON and NDJSON always contain every field.',
          ),
        tests: z.enum(['0', '1']).default('0').describe('1: include test submissions.'),
        ...SELECTION_PARAMETERS,
      }),
      body: NOTHING,
      answer: {
        status: 200,
        description: 'The file, streamed while it is written.',
        media: ['text/csv', 'application/json', 'application/x-ndjson', 'application/zip'],
        headers: ['Content-Disposition'],
      },
      refuses: ['endpoint_not_found', 'label_not_found', 'member_not_found'],
      async handle({ caller, now, query, request }) {
        const selection = parseQuerySelection(query)
        const tests = query.tests === '1' ? 'included' : 'left out'
        const found = await actions.exportSubmissions(caller, { ...selection, tests })
        if (found.kind === 'refused') return refused(found.refusal)
        const { endpointId: subject } = selection
        const recordCount = await actions.recordExport(caller, {
          action: 'submissions_exported',
          subject,
          now,
        })
        const { format, bom } = query
        const file = toFileName({ endpointId: selection.endpointId, format, now })
        const options = {
          format,
          reader: bom === '1' ? 'spreadsheet' : 'program',
          include: toIncluded(query.include),
          now,
          openFiles: actions.openExportedFiles,
        } as const
        const body = streamPieces(reported(found.pages, recordCount, (pages) => writePieces(pages, options)))
        body.once('error', (error) => deps.log.error({ err: error, request_id: request.id }, 'export_failed'))
        return {
          kind: 'stream',
          headers: { 'content-type': MEDIA[format], 'content-disposition': `attachment; filename="${file}"` },
          body,
        }
      },
    }),
  ]
}

/** Writes the pieces and reports the number of submissions in them at the end, also of an export that was broken off. */
async function* reported(
  pages: Pages,
  report: (count: number) => Promise<void>,
  write: (pages: Pages) => Pieces,
): Pieces {
  let count = 0
  async function* counted() {
    // Called again for each further reading, of which the last one counts.
    count = 0
    for await (const page of pages()) {
      yield page
      count += page.length
    }
  }
  try {
    yield* write(counted)
  } finally {
    await report(count)
  }
}

function toIncluded(include: Included | 'all' | undefined): ReadonlySet<Included> {
  if (include === undefined) return new Set()
  return new Set(include === 'all' ? (['reserved', 'empty'] as const) : [include])
}

function writePieces(
  pages: Pages,
  options: CsvOptions & { format: Format; now: Date; openFiles: OpenFiles },
): Pieces {
  switch (options.format) {
    case 'csv':
      return asCsv(pages, options)
    case 'json':
      return asJson(pages)
    case 'ndjson':
      return asNdjson(pages)
    case 'zip':
      return asZip(pages, options)
  }
}

/** Returns a file name that is safe in a header: the id is known to be that of an endpoint. */
function toFileName(options: { endpointId: string | null; format: Format; now: Date }): string {
  const { endpointId, format, now } = options
  return `submissions-${endpointId ?? 'all'}-${now.toISOString().slice(0, 10)}.${format}`
}
