import { z } from 'zod'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, apiRoute, NOTHING, refused } from '../kernel/api-route.ts'
import { type Pieces, streamPieces } from '../kernel/streaming.ts'
import { asCsv, asJson, asNdjson, type Pages } from './export-formats.ts'
import { parseQuerySelection, SELECTING } from './selection.ts'

const MEDIA = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const
type Format = keyof typeof MEDIA

/** `GET /submissions/export`: everything that is selected, as one file. */
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
      summary: 'Submissions as a file: CSV, JSON, or JSON in lines.',
      description:
        'Endpoint by endpoint, newest first, as they are when it is asked for. In CSV each name of a field is a column, ' +
        "and a cell that a spreadsheet would run begins with '.",
      query: z.strictObject({
        format: z.enum(['csv', 'json', 'ndjson']).default('csv'),
        bom: z
          .enum(['0', '1'])
          .default('0')
          .describe('1: a byte order mark, which Excel needs to read UTF-8.'),
        ...SELECTING,
      }),
      body: NOTHING,
      answer: {
        status: 200,
        description: 'The file, while it is made.',
        media: ['text/csv', 'application/json', 'application/x-ndjson'],
        headers: ['Content-Disposition'],
      },
      refuses: ['endpoint_not_found'],
      async handle({ caller, now, query }) {
        const selection = parseQuerySelection(query)
        const found = await actions.exportSubmissions(caller, selection)
        if (found.kind === 'refused') return refused(found.refusal)
        const { format, bom } = query
        const file = fileName({ endpointId: selection.endpointId, format, now })
        return {
          kind: 'stream',
          headers: { 'content-type': MEDIA[format], 'content-disposition': `attachment; filename="${file}"` },
          body: streamPieces(writePieces(found.pages, { format, mark: bom === '1' ? 'with' : 'without' })),
        }
      },
    }),
  ]
}

function writePieces(pages: Pages, options: { format: Format; mark: 'with' | 'without' }): Pieces {
  switch (options.format) {
    case 'csv':
      return asCsv(pages, options)
    case 'json':
      return asJson(pages)
    case 'ndjson':
      return asNdjson(pages)
  }
}

/** Of letters, digits, `_`, `-` and a dot, wherever it came from: an id has been found before it gets here. */
function fileName(of: { endpointId: string | null; format: Format; now: Date }): string {
  const day = of.now.toISOString().slice(0, 10)
  return `submissions-${of.endpointId ?? 'all'}-${day}.${of.format}`
}
