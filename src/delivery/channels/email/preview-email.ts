import { type EndpointFacts, isConfirmed } from '../../../domain/endpoints/endpoint.ts'
import { DEFAULT_LANGUAGE } from '../../../domain/language.ts'
import type { Field } from '../../../domain/submissions/fields.ts'
import type { Email, Sender } from './templates/email.ts'
import { composeSubmissionEmail } from './templates/submission-email.ts'

/** Replaces the token in the links of a preview, which lead nowhere. */
const NO_TOKEN = 'preview'

/**
 * Composes an email as the endpoint would send it now. `claim`: as its first email, before the endpoint was claimed.
 */
export function previewEmail(
  sender: Sender,
  about: {
    kind: 'claim' | 'submission'
    endpoint: EndpointFacts
    submission: { id: string; receivedAt: Date; fields: readonly Field[] }
  },
): Email {
  const { kind, submission } = about
  const confirmed = isConfirmed(about.endpoint)
  const { base } = sender
  const common = {
    ...sender,
    submission,
    language: about.endpoint.language ?? DEFAULT_LANGUAGE,
    addressee: { kind: 'recipient' },
    ordinal: 0,
    resends: 0,
    deliveryCreatedAt: submission.receivedAt,
    conversation: null,
  } as const
  switch (kind) {
    case 'claim':
      return composeSubmissionEmail({
        ...common,
        kind,
        endpoint: { ...about.endpoint, claimedAt: null, confirmedAt: null, acceptedCount: 1 },
        state: 'unclaimed',
        claimUrl: `${base}/claim/${NO_TOKEN}`,
        dashboardUrl: null,
        stopUrl: `${base}/disown/${NO_TOKEN}`,
      })
    case 'submission':
      return composeSubmissionEmail({
        ...common,
        kind,
        endpoint: about.endpoint,
        state: 'claimed',
        claimUrl: confirmed ? null : `${base}/claim/${NO_TOKEN}`,
        dashboardUrl: `${base}/app/inbox/${submission.id}`,
        stopUrl: `${base}/${confirmed ? 'emails' : 'disown'}/${NO_TOKEN}`,
      })
  }
}
