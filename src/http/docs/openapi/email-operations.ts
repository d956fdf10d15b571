import type { RefusalCode } from '../../../domain/refusal.ts'
import { exampleAnswers } from '../../schema/examples.ts'
import { json, type NamedOperation, operation, orPage, refusalPages, refusals, text } from './answers.ts'
import { headers } from './components.ts'
import { TOKEN } from './parameters.ts'

const CLAIM_REFUSALS: readonly RefusalCode[] = ['token_not_found', 'endpoint_expired', 'endpoint_retired']
const BUTTON_REFUSALS: readonly RefusalCode[] = ['cross_site_action', ...CLAIM_REFUSALS]
const DISOWN_REFUSALS: readonly RefusalCode[] = ['token_not_found']
const EMAIL_REFUSALS: readonly RefusalCode[] = ['token_not_found', 'endpoint_retired']
const CROSS_SITE: RefusalCode = 'cross_site_action'

/** What the links and buttons of emails, and of the pages behind them, do. */
export function emailOperations(base: string): Record<string, Record<string, NamedOperation>> {
  return {
    '/claim/{token}': {
      get: claimOperation(base, {
        operationId: 'followClaimLink',
        summary: 'Follow a claim link.',
        description: 'Binds ownership to the account of the recipient, never to the visitor. Repeatable.',
        refused: CLAIM_REFUSALS,
      }),
      post: claimOperation(base, {
        operationId: 'claim',
        summary: 'Claim by a button.',
        description: 'As the link; also the consent of a person. From a page of this service only.',
        refused: BUTTON_REFUSALS,
      }),
    },
    '/claim/{token}/open': {
      post: openOperation(base),
    },
    '/disown/{token}': {
      get: pageOperation('showDisown', 'What "I did not ask for this" does.', DISOWN_REFUSALS),
      post: pageOperation('disown', 'Retire the endpoint and delete what it holds (RFC 8058).', [
        CROSS_SITE,
        ...DISOWN_REFUSALS,
      ]),
    },
    '/destination/{token}': {
      get: pageOperation('showDestination', 'Whether a mailbox that an owner added gets emails.', [
        'token_not_found',
      ]),
      post: pageOperation('confirmDestination', 'The mailbox says yes: it gets the emails.', [
        CROSS_SITE,
        'token_not_found',
      ]),
    },
    '/destination/{token}/stop': {
      get: pageOperation('showDestinationStop', 'The same page, from the link that ends the emails.', [
        'token_not_found',
      ]),
      post: pageOperation('stopDestination', 'The mailbox says no: it is removed (RFC 8058).', [
        CROSS_SITE,
        'token_not_found',
      ]),
    },
    '/emails/{token}': {
      get: pageOperation('showEmails', 'Whether a claimed endpoint sends emails.', EMAIL_REFUSALS),
      post: pageOperation('stopEmails', 'Stop the emails of a claimed endpoint (RFC 8058).', [
        CROSS_SITE,
        ...EMAIL_REFUSALS,
      ]),
    },
    '/emails/{token}/start': {
      post: pageOperation('startEmails', 'Let the emails flow again.', [CROSS_SITE, ...EMAIL_REFUSALS]),
    },
  }
}

function openOperation(base: string): NamedOperation {
  const open = claimOperation(base, {
    operationId: 'openDashboard',
    summary: '"Open dashboard" on the page of the claim.',
    description:
      'From a page of this service only. Signs a browser in, once and within a day of the claim; afterwards it leads to the sign-in.',
    refused: BUTTON_REFUSALS,
  })
  const onwards = {
    description: 'To the dashboard, where the cookie is the session; or to the sign-in.',
    headers: headers(['Location', 'Set-Cookie', 'Request-Id']),
  }
  return { ...open, responses: { ...open.responses, 303: onwards } }
}

function claimOperation(
  base: string,
  claim: { operationId: string; summary: string; description: string; refused: readonly RefusalCode[] },
): NamedOperation {
  const { refused, ...words } = claim
  const { claimed } = exampleAnswers(base)
  const whose = 'Whose endpoint it is: a page, or JSON where Accept asks for it.'
  return operation({
    ...words,
    parameters: [TOKEN],
    responses: {
      200: orPage(json(whose, { schema: 'Claimed', example: claimed })),
      ...refusals(refused, { as: 'json or page' }),
    },
  })
}

function pageOperation(
  operationId: string,
  summary: string,
  refused: readonly RefusalCode[],
): NamedOperation {
  return operation({
    operationId,
    summary,
    parameters: [TOKEN],
    responses: { 200: text('A page.'), ...refusalPages(refused) },
  })
}
