import { z } from 'zod'
import { type Annotation, MAX_ANNOTATION_LENGTH, MAX_ANNOTATIONS } from '../../domain/telemetry/annotation.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, line } from '../schema/shapes.ts'
import { FILTER, toFilter } from './event-filters.ts'

const AnnotationRequest = named(
  'AnnotationRequest',
  z.strictObject({
    text: line(MAX_ANNOTATION_LENGTH).describe('Such as `deployed 1.4`.'),
    at: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .optional()
      .describe('Time that it is about (RFC 3339); default: now. As long ago as events are kept.'),
  }),
)
const AnnotationBody = named(
  'Annotation',
  z.object({
    id: z.string().regex(/^ann_[0-9a-hjkmnp-tv-z]{26}$/),
    at: instant,
    text: z.string(),
    created_at: instant,
  }),
)
const AnnotationList = named('AnnotationList', z.object({ data: z.array(AnnotationBody) }))
const ALL = '/telemetry/:id/annotations'
const COMMON = { tag: 'telemetry', fresh: false, query: NOTHING, body: NOTHING } as const
const EXAMPLE: z.input<typeof AnnotationBody> = {
  id: 'ann_2q9x4m7p0c8k3z5r1t6w9v0b4n',
  at: '2026-11-20T10:00:00.000Z',
  text: 'deployed 1.4',
  created_at: '2026-11-20T10:00:00.000Z',
}

/** Declares `/telemetry/{id}/annotations`: notes at points in time, which charts show. */
export function annotationRoutes(deps: HttpDeps): ApiRoute[] {
  return [listRoute(deps), addRoute(deps), removeRoute(deps)]
}

function listRoute({ actions, keys }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'GET',
    path: ALL,
    needs: 'read',
    operationId: 'listAnnotations',
    summary: 'List the annotations of an endpoint, the newest first.',
    description: `An endpoint has at most ${MAX_ANNOTATIONS}.`,
    query: z.strictObject({ since: FILTER.since, until: FILTER.until }),
    answer: {
      status: 200,
      description: 'The annotations.',
      schema: AnnotationList,
      example: { data: [EXAMPLE] },
    },
    async handle({ caller, params: { id: endpointId = '' }, query }) {
      const { since, until } = toFilter(query)
      const listed = await actions.listAnnotations(caller, { endpointId, since, until })
      if (listed.kind === 'refused') return listed
      return answered({ data: listed.annotations.map((annotation) => annotationBody(keys, annotation)) })
    },
  })
}

function addRoute({ actions, keys }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: ALL,
    needs: 'write',
    operationId: 'addAnnotation',
    summary: 'Add an annotation, such as "deployed 1.4".',
    description: 'Charts in the dashboard show it at its time. It is deleted when events of that time are.',
    body: AnnotationRequest,
    bodyExample: { text: EXAMPLE.text },
    answer: { status: 201, description: 'The annotation.', schema: AnnotationBody, example: EXAMPLE },
    refuses: ['endpoint_retired', 'limit_reached'],
    async handle({ caller, params: { id: endpointId = '' }, body: { text, at }, now }) {
      const added = await actions.addAnnotation(caller, { endpointId, text, at: at ?? now, now })
      return added.kind === 'refused' ? added : answered(annotationBody(keys, added.annotation))
    },
  })
}

function removeRoute({ actions }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'DELETE',
    path: `${ALL}/:annotation_id`,
    needs: 'write',
    operationId: 'removeAnnotation',
    summary: 'Delete an annotation.',
    answer: { status: 204, description: 'It is gone.' },
    refuses: ['annotation_not_found'],
    async handle({ caller, params: { id: endpointId = '', annotation_id: annotationId = '' } }) {
      const removed = await actions.removeAnnotation(caller, { endpointId, annotationId })
      return removed.kind === 'refused' ? removed : DONE
    },
  })
}

/** Returns the JSON of an annotation. */
export function annotationBody(
  keys: Pick<HttpDeps['keys'], 'rowId'>,
  { key, at, text, createdAt }: Annotation,
): z.input<typeof AnnotationBody> {
  return {
    id: keys.rowId('annotation', key),
    at: at.toISOString(),
    text,
    created_at: createdAt.toISOString(),
  }
}
