import { Readable } from 'node:stream'
import { z } from 'zod'
import type { PreviewedEmail } from '../../actions/context.ts'
import type { HttpDeps } from '../deps.ts'
import { EMAIL_PREVIEW_INPUT, toEmailChange } from '../endpoints/email-settings-input.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { EMAIL_FRAME_POLICY } from './email-frame.ts'

const EmailPreview = named(
  'EmailPreview',
  z.object({
    subject: z.string(),
    from: z.string(),
    to: z.string(),
    html: z
      .string()
      .describe(
        'The HTML part: a complete document that loads nothing; empty if the email is plain text only.',
      ),
    text: z.string().describe('The text part.'),
  }),
)

/** Declares `/endpoints/{id}/emails/preview`. */
export function emailRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      method: 'GET',
      path: '/endpoints/:id/emails/preview',
      needs: 'read',
      fresh: false,
      tag: 'deliveries',
      operationId: 'previewEmail',
      summary: 'Preview an email of an endpoint.',
      description:
        'The email as it would be sent now, with the newest submission or, if there is none, a sample. Its links do not ' +
        'work. With part, the response is only that part, to be shown in a frame. Settings in the query are applied to the ' +
        'preview without being saved; empty ones count as null.',
      query: z.strictObject({
        kind: z
          .enum(['claim', 'submission', 'digest', 'spam_digest'])
          .default('submission')
          .describe(
            'claim: the claim email, which is sent before the endpoint is claimed. digest: an email of several submissions. spam_digest: the weekly email about spam, as if this form were the only one.',
          ),
        ...EMAIL_PREVIEW_INPUT,
        part: z.enum(['html', 'text']).optional().describe('Return only this part of the email.'),
      }),
      body: NOTHING,
      answer: {
        status: 200,
        description: 'The email.',
        schema: EmailPreview,
        example: {
          subject: 'New message from Contact (f_k3v9q2m7)',
          from: 'Formslot <emails@formslot.dev>',
          to: EXAMPLE_RECIPIENT,
          html: '<!doctype html>…',
          text: 'New message from Contact\n…',
        },
        media: ['text/html', 'text/plain'],
      },
      async handle({ caller, params, query, now }) {
        const { kind, part, ...tried } = query
        const email = toEmailChange(tried)
        const request = { endpointId: params.id ?? '', kind, email, now }
        const previewed = await actions.previewEmail(caller, request)
        if (previewed.kind === 'refused') return previewed
        return part ? renderPart(previewed.email, part) : answered(emailBody(previewed.email))
      },
    }),
  ]
}

function emailBody({ from, to, subject, html, text }: PreviewedEmail): z.infer<typeof EmailPreview> {
  return { subject, from: `${from.name} <${from.address}>`, to, html, text }
}

function renderPart(email: PreviewedEmail, wanted: 'html' | 'text') {
  const part = email.html === '' ? 'text' : wanted
  const type = part === 'html' ? 'text/html' : 'text/plain'
  const headers = { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': EMAIL_FRAME_POLICY }
  return { kind: 'stream', body: Readable.from([email[part]]), headers } as const
}
