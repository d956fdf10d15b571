import { z } from 'zod'
import type { StoredEvent } from '../../actions/telemetry/read-events.ts'
import { refused } from '../../domain/refusal.ts'
import { type CsvReader, csvRecord } from '../../domain/submissions/csv.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, apiRoute } from '../kernel/api-route.ts'
import { type Pieces, streamPieces } from '../kernel/streaming.ts'
import { NOTHING } from '../schema/read-input.ts'
import { FILTER, PROP_FILTER, toFilter, toPropFilter } from './event-filters.ts'

const BYTE_ORDER_MARK = '\ufeff'
const COLUMNS = {
  id: ({ eventId }) => eventId,
  name: ({ name }) => name,
  time: ({ time }) => time.toISOString(),
  received_at: ({ receivedAt }) => receivedAt.toISOString(),
  url: ({ url }) => url ?? '',
  referrer: ({ referrer }) => referrer ?? '',
  user: ({ user }) => user ?? '',
  client_id: ({ id }) => id ?? '',
  test: ({ isTest }) => (isTest ? 'yes' : ''),
  props: ({ props }) => (props.length === 0 ? '' : JSON.stringify(Object.fromEntries(props))),
} satisfies Record<string, (event: StoredEvent) => string>

/** Declares `GET /telemetry/{id}/events/export`. */
export function eventExportRoute({ actions, log }: HttpDeps): ApiRoute {
  return apiRoute({
    method: 'GET',
    path: '/telemetry/:id/events/export',
    needs: 'read',
    fresh: false,
    tag: 'telemetry',
    operationId: 'exportOwnedEvents',
    summary: 'Export events as a CSV file.',
    description:
      'In the order of the list, test events included; the props of an event are JSON in one cell. It is recorded in the audit log.',
    query: z.strictObject({
      ...FILTER,
      ...PROP_FILTER,
      bom: z
        .enum(['0', '1'])
        .default('0')
        .describe(
          "1: for spreadsheets. The file starts with a byte order mark, and a ' precedes text that could run as a formula. 0: for programs. Every cell is exactly what was sent; do not open it in a spreadsheet.",
        ),
    }),
    body: NOTHING,
    answer: {
      status: 200,
      description: 'The file, streamed while it is written.',
      media: ['text/csv'],
      headers: ['Content-Disposition'],
    },
    async handle({ caller, now, query, params: { id: endpointId = '' }, request }) {
      const filter = { endpointId, ...toFilter(query), ...toPropFilter(query) }
      const found = await actions.exportEvents(caller, filter)
      if (!found) return refused({ code: 'endpoint_not_found' })
      const exported = { action: 'events_exported', subject: endpointId, now } as const
      const recordCount = await actions.recordExport(caller, exported)
      const reader = query.bom === '1' ? 'spreadsheet' : 'program'
      const body = streamPieces(writeEvents(found.pages(), { reader, report: recordCount }))
      body.once('error', (error) => log.error({ err: error, request_id: request.id }, 'export_failed'))
      const file = `events-${endpointId}-${now.toISOString().slice(0, 10)}.csv`
      return {
        kind: 'stream',
        headers: {
          'content-type': 'text/csv; charset=utf-8; header=present',
          'content-disposition': `attachment; filename="${file}"`,
        },
        body,
      }
    },
  })
}

/** Writes the records, and reports their number at the end, also of an export that was broken off. */
async function* writeEvents(
  pages: AsyncIterable<readonly StoredEvent[]>,
  { reader, report }: { reader: CsvReader; report: (count: number) => Promise<void> },
): Pieces {
  let count = 0
  try {
    yield (reader === 'spreadsheet' ? BYTE_ORDER_MARK : '') + csvRecord(Object.keys(COLUMNS), reader)
    for await (const page of pages) {
      count += page.length
      yield page
        .map((event) =>
          csvRecord(
            Object.values(COLUMNS).map((format) => format(event)),
            reader,
          ),
        )
        .join('')
    }
  } finally {
    await report(count)
  }
}
