import type { EndpointFacts } from '../../../domain/endpoints/endpoint.ts'
import type { Field } from '../../../domain/submissions/fields.ts'
import type { Letter, Sender } from './templates/email.ts'
import { composeSubmissionLetter } from './templates/submission-email.ts'

/** Stands where a letter has its token: a preview is looked at, not followed. */
const NO_TOKEN = 'preview'

/**
 * A letter as the endpoint would send it now. `claim`: as its first letter was, or would have been, before anybody
 * owned it.
 */
export function previewLetter(
  sender: Sender,
  about: {
    kind: 'claim' | 'submission'
    endpoint: EndpointFacts
    submission: { id: string; receivedAt: Date; fields: readonly Field[] }
  },
): Letter {
  const { kind, submission } = about
  const { base } = sender
  const common = {
    ...sender,
    submission,
    reader: { kind: 'recipient' },
    place: 0,
    resends: 0,
    jobCreatedAt: submission.receivedAt,
  } as const
  switch (kind) {
    case 'claim':
      return composeSubmissionLetter({
        ...common,
        kind,
        endpoint: { ...about.endpoint, claimedAt: null, acceptedCount: 1 },
        state: 'unclaimed',
        claimUrl: `${base}/claim/${NO_TOKEN}`,
        dashboardUrl: null,
        stopUrl: `${base}/disown/${NO_TOKEN}`,
      })
    case 'submission':
      return composeSubmissionLetter({
        ...common,
        kind,
        endpoint: about.endpoint,
        state: 'claimed',
        claimUrl: null,
        dashboardUrl: `${base}/app/inbox/${submission.id}`,
        stopUrl: `${base}/letters/${NO_TOKEN}`,
      })
  }
}
