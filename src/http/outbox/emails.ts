import { Readable } from 'node:stream'
import { z } from 'zod'
import type { PreviewedLetter } from '../../actions/outbox/preview-email.ts'
import type { HttpParts } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, NOTHING } from '../kernel/api-route.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { named } from '../schema/named-schemas.ts'
import { LETTER_FRAME_POLICY } from './email-frame.ts'

const LetterPreview = named(
  'LetterPreview',
  z.object({
    subject: z.string(),
    from: z.string(),
    to: z.string(),
    html: z.string().describe('The HTML part, a whole document that loads nothing.'),
    text: z.string().describe('The text part.'),
  }),
)

/** `/endpoints/{id}/letters/preview`: what its letters look like. */
export function letterRoutes({ deeds }: HttpParts): ApiRoute[] {
  return [
    apiRoute({
      method: 'GET',
      path: '/endpoints/:id/letters/preview',
      needs: 'read',
      fresh: false,
      tag: 'deliveries',
      operationId: 'previewLetter',
      summary: 'A letter of an endpoint as it would be sent now.',
      description:
        'Composed as real ones are, with what came in last or with a sample; its links lead nowhere. With part it ' +
        'answers that part alone, for a frame.',
      query: z.strictObject({
        kind: z
          .enum(['claim', 'submission'])
          .default('submission')
          .describe('claim: the first letter, before the endpoint was claimed.'),
        part: z.enum(['html', 'text']).optional(),
      }),
      body: NOTHING,
      answer: {
        status: 200,
        description: 'The letter.',
        schema: LetterPreview,
        example: {
          subject: 'New message from Contact (f_k3v9q2m7)',
          from: 'Formslot <letters@formslot.dev>',
          to: EXAMPLE_RECIPIENT,
          html: '<!doctype html>…',
          text: 'New message from Contact\n…',
        },
        media: ['text/html', 'text/plain'],
      },
      refuses: ['endpoint_not_found'],
      async handle({ caller, params, query, now }) {
        const { kind, part } = query
        const previewed = await deeds.previewLetter(caller, { endpointId: params.id ?? '', kind, now })
        if (previewed.kind === 'refused') return previewed
        return part ? alone(previewed.letter, part) : answered(whole(previewed.letter))
      },
    }),
  ]
}

function whole({ from, to, subject, html, text }: PreviewedLetter): z.infer<typeof LetterPreview> {
  return { subject, from: `${from.name} <${from.address}>`, to, html, text }
}

function alone(letter: PreviewedLetter, part: 'html' | 'text') {
  const type = part === 'html' ? 'text/html' : 'text/plain'
  const headers = { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': LETTER_FRAME_POLICY }
  return { kind: 'stream', body: Readable.from([letter[part]]), headers } as const
}
