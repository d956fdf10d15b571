import { z } from 'zod'
import type { AccountExport } from '../../actions/accounts/export-account.ts'
import type { KeyedKind } from '../../domain/endpoints/kind.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { destinationBody } from '../destinations/destination-shape.ts'
import { deviceBody } from '../devices/device-shape.ts'
import { endpointBody } from '../endpoints/endpoint-shape.ts'
import { endpointKeyBody } from '../endpoints/kind-key-routes.ts'
import { ownedBody } from '../endpoints/owned-kind.ts'
import { listFileEntries } from '../files/file-entries.ts'
import { writeZip, type ZipEntry } from '../files/zip.ts'
import { type ApiRoute, apiRoute } from '../kernel/api-route.ts'
import { type Pieces, streamPieces } from '../kernel/streaming.ts'
import { deliveryBody, routingBody } from '../outbox/delivery-shape.ts'
import { messagesJson } from '../queues/message-shape.ts'
import { NOTHING } from '../schema/read-input.ts'
import { labelBody } from '../submissions/label-shape.ts'
import { submissionBody } from '../submissions/submission-shape.ts'
import { viewBody } from '../submissions/views.ts'
import { annotationBody } from '../telemetry/annotations.ts'
import { storedEventBody, visitorsBody } from '../telemetry/event-shapes.ts'
import { goalSettingBody } from '../telemetry/goal.ts'
import { telemetryBody } from '../telemetry/owned-telemetry.ts'
import { watchBody } from '../telemetry/watches.ts'
import { accountBody } from './account-shape.ts'
import { auditEntryBody } from './audit.ts'
import { handOverBody } from './hand-over.ts'
import { keyBody } from './keys.ts'
import { memberBody } from './members.ts'
import { sessionBody } from './sessions.ts'

const MEDIA = { json: 'application/json; charset=utf-8', zip: 'application/zip' } as const

/** Declares `GET /account/export`. */
export function accountExportRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions } = deps
  return [
    apiRoute({
      method: 'GET',
      path: '/account/export',
      needs: 'session',
      fresh: false,
      tag: 'account',
      operationId: 'exportAccount',
      summary: 'Export the account with all its data as one JSON file, or with all files as a ZIP archive.',
      description:
        'Contains the account, its sessions, devices, keys, members, open hand-overs, labels, saved views, canned answers, audit log and endpoints with their settings, all telemetry events, watches, annotations, destinations without their addresses, and unique visitors by day, all queued messages, the keys of telemetry endpoints and queues, and all submissions with their deliveries. Each object has the shape that its own operation returns. Of files it contains what is known about them; the archive has the same as `account.json`, and their bytes like `GET /submissions/export`.',
      query: z.strictObject({
        format: z.enum(['json', 'zip']).default('json').describe('zip: with the bytes of all files.'),
      }),
      body: NOTHING,
      answer: {
        status: 200,
        description: 'The file, streamed while it is written.',
        media: ['application/json', 'application/zip'],
        headers: ['Content-Disposition'],
      },
      async handle({ caller, now, query: { format }, request }) {
        const found = await actions.exportAccount(caller, now)
        if (!found) return refused({ code: 'not_signed_in' })
        await actions.recordExport(caller, { action: 'account_exported', subject: null, now })
        const file = `formslot-account-${now.toISOString().slice(0, 10)}.${format}`
        const account = writePieces(found, deps, now)
        const body = streamPieces(format === 'json' ? account : asZip(found, account, now))
        body.once('error', (error) => deps.log.error({ err: error, request_id: request.id }, 'export_failed'))
        return {
          kind: 'stream',
          headers: {
            'content-type': MEDIA[format],
            'content-disposition': `attachment; filename="${file}"`,
          },
          body,
        }
      },
    }),
  ]
}

type ExportDeps = Pick<HttpDeps, 'keys' | 'terms' | 'base'>

/** Yields an archive of an account with the bytes of all files. */
export function zipAccount(found: AccountExport, deps: ExportDeps, now: Date): Pieces {
  return asZip(found, writePieces(found, deps, now), now)
}

/** Yields an archive of the account, as JSON, and of all files. */
function asZip(found: AccountExport, account: Pieces, now: Date): Pieces {
  async function* listEntries(): AsyncGenerator<ZipEntry> {
    yield { name: 'account.json', modifiedAt: now, bytes: null, content: account }
    yield* listFileEntries(found.files(), now)
  }
  return writeZip(listEntries())
}

/** Yields one JSON object whose lists have one entry per line. */
async function* writePieces(found: AccountExport, deps: ExportDeps, now: Date): Pieces {
  const { keys, terms, base } = deps
  const formatKeys = async (kind: KeyedKind, endpointKey: number) =>
    (await found.listKeys(endpointKey)).map((key) => endpointKeyBody(keys, kind, key))
  const head = {
    exported_at: now.toISOString(),
    account: accountBody(terms, found.account),
    language: found.language,
    sessions: found.sessions.map((session) => sessionBody(keys, session)),
    devices: found.devices.map((device) => deviceBody(keys, device)),
    keys: found.keys.map((key) => keyBody(keys, key)),
    members: found.members.map((member) => memberBody(keys, member)),
    hand_overs: found.handOvers.map((one) => ({ form_id: one.endpointId, ...handOverBody(one) })),
    labels: found.labels.map(labelBody),
    views: found.views.map(viewBody),
    canned_answers: found.cannedAnswers,
  }
  yield JSON.stringify(head).slice(0, -1)
  yield ',\n"audit": ['
  yield* lines(found.audit(), async function* (entry) {
    yield JSON.stringify(auditEntryBody(keys, entry))
  })
  yield '\n],\n"endpoints": ['
  yield* lines(found.endpoints(), async function* (view) {
    yield JSON.stringify(endpointBody(base, view))
  })
  yield '\n],\n"telemetry": ['
  yield* lines(found.telemetry(), async function* (view) {
    const telemetry = {
      ...telemetryBody(base, view),
      destinations: view.endpoint.settings.destinations.map(destinationBody),
      keys: await formatKeys('telemetry', view.key),
      visitors: visitorsBody(await found.listVisitors(view.endpoint.id)),
      goal: view.endpoint.settings.goal && goalSettingBody(view.endpoint.settings.goal),
      watches: (await found.listWatches(view.endpoint.id)).map((watch) => watchBody(keys, watch, now)),
      annotations: (await found.listAnnotations(view.key)).map((annotation) =>
        annotationBody(keys, annotation),
      ),
    }
    yield `${JSON.stringify(telemetry).slice(0, -1)},"received":[`
    yield* lines(found.events(view.endpoint.id), async function* (event) {
      yield JSON.stringify(storedEventBody(event))
    })
    yield ']}'
  })
  yield '\n],\n"queues": ['
  yield* lines(found.queues(), async function* (view) {
    const { id } = view.endpoint
    const named = { id, kind: 'queue', queue_url: `${base}/q/${id}` }
    const queue = { ...named, ...ownedBody(view), keys: await formatKeys('queue', view.key) }
    yield `${JSON.stringify(queue).slice(0, -1)},"holds":[`
    yield* lines(found.messages(view.key), async function* (message) {
      // Bodies are exported byte for byte as they were published.
      yield messagesJson([message]).slice(1, -1)
    })
    yield ']}'
  })
  yield '\n],\n"submissions": ['
  yield* lines(found.submissions(), async function* ({ submission, deliveries, routing }) {
    const body = {
      ...submissionBody(submission),
      deliveries: deliveries.map((delivery) => deliveryBody(keys, delivery)),
      queue: routingBody(routing),
    }
    yield JSON.stringify(body)
  })
  // Its pages end early when the account is deleted meanwhile; half of it must not look like all.
  if (!(await found.isThere())) throw new Error('the account was deleted while it was exported')
  yield '\n]}\n'
}

/** Yields the entries of a list, each on its own line. */
async function* lines<Entry>(
  pages: AsyncIterable<readonly Entry[]>,
  written: (entry: Entry) => Pieces,
): Pieces {
  let before = '\n'
  for await (const page of pages) {
    for (const entry of page) {
      yield before
      yield* written(entry)
      before = ',\n'
    }
  }
}
