import type { Caller } from '../../actions/accounts/caller.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { Language } from '../../domain/language.ts'
import type { RefusalCode, Refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, apiRoute } from '../kernel/api-route.ts'
import { findLanguage } from '../pages/i18n/languages.ts'
import { NOTHING } from '../schema/read-input.ts'
import type { OwnedKind } from './owned-kind.ts'
import { describeEndpoint, showOwned } from './show-owned.ts'

/** An action without input on an endpoint. The response is the endpoint. */
type KindAction = {
  /** Last segment of the path. */
  name: string
  operation: string
  fresh: boolean
  summary: string
  description: string
  result: string
  refuses?: readonly RefusalCode[]
  run(
    caller: Caller,
    request: { kind: EndpointKind; endpointId: string; language: Language | null; now: Date },
  ): Promise<{ kind: 'done' } | Refused>
}

/** Declares the routes that claim, confirm, decline, undo that and retire an endpoint. */
export function kindActionRoutes(deps: HttpDeps, owned: OwnedKind): ApiRoute[] {
  const { actions } = deps
  const { a, accepts } = owned.words
  const list: KindAction[] = [
    {
      name: 'claim',
      operation: 'claim',
      fresh: false,
      summary: `Claim ${a} that was created for the email address of the account.`,
      description: 'Does what the claim link and its button do, without an email. Emails that wait are sent.',
      result: 'The claimed endpoint, also if it was claimed before.',
      refuses: ['endpoint_expired', 'endpoint_retired'],
      run: actions.claimUnclaimed,
    },
    {
      name: 'confirm',
      operation: 'confirm',
      fresh: false,
      summary: `Confirm ${a} that was claimed by its link.`,
      description:
        'Keeps it: emails that wait for this are sent, and its limits are those of the plan. Any change of the settings and a new key of the endpoint confirm it too.',
      result: 'The confirmed endpoint, also if it was confirmed before.',
      run: actions.confirmOwnedEndpoint,
    },
    {
      name: 'decline',
      operation: 'decline',
      fresh: true,
      summary: `Decline ${a} that was claimed by its link: "This wasn't me".`,
      description:
        'Retires it, deletes its data 24 hours later, and refuses new endpoints that others create for the email address. POST …/undo-decline, or the link "This wasn\'t me" in its emails, undoes it until then. Other endpoints of the account are not affected.',
      result: 'The declined endpoint, also if it was retired before.',
      refuses: ['endpoint_confirmed'],
      run: actions.declineOwnedEndpoint,
    },
    {
      name: 'undo-decline',
      operation: 'undoDecline',
      fresh: true,
      summary: `Undo the decline of ${a}.`,
      description:
        'Works for 24 hours after it was declined, here or by the link "This wasn\'t me" in its emails. Restores its state and its data; emails that waited are sent.',
      result: 'The restored endpoint, also if it was not declined.',
      refuses: ['endpoint_retired'],
      run: actions.undoDeclineOfOwned,
    },
    {
      name: 'retire',
      operation: 'retire',
      fresh: true,
      summary: `Retire ${a} permanently.`,
      description: `It accepts no further ${accepts}. Stored data remains until the retention of the plan ends.`,
      result: 'The retired endpoint, also if it was retired before.',
      run: actions.retireEndpoint,
    },
  ]
  return list.map((action) => actionRoute(deps, owned, action))
}

function actionRoute(deps: HttpDeps, owned: OwnedKind, action: KindAction): ApiRoute {
  const { kind, tag, path, names } = owned
  const { fresh, summary, description, refuses } = action
  return apiRoute({
    tag,
    method: 'POST',
    path: `${path}/:id/${action.name}`,
    needs: 'write',
    fresh,
    operationId: `${action.operation}${names.one}`,
    summary,
    description,
    query: NOTHING,
    body: NOTHING,
    answer: describeEndpoint(owned, action.result),
    ...(refuses ? { refuses } : {}),
    async handle({ caller, now, params, request }) {
      const endpointId = params.id ?? ''
      const language = findLanguage(request.headers['accept-language'])
      const done = await action.run(caller, { kind, endpointId, language, now })
      return done.kind === 'refused' ? done : showOwned(deps, owned, caller, { endpointId, now })
    },
  })
}
