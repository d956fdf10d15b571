import type { Caller } from '../../actions/accounts/caller.ts'
import type { Actions } from '../../actions/actions.ts'
import { type AccessDemand, mayDo, type Role } from '../../domain/accounts/scope.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { ApiRoute } from '../kernel/api-route.ts'
import { checkFreshSignIn } from '../kernel/authenticate.ts'

/**
 * Operations of the owner API by what they demand of a member. An operation that is missing here is open to the person
 * who holds the account alone; `test/http/accounts/access.test.ts` fails for one.
 */
const OPERATIONS: Readonly<
  Record<AccessDemand['reach'], Readonly<Record<Role | 'holder', readonly string[]>>>
> = {
  form: {
    viewer: [
      // About the person and their session, in whichever account it acts.
      ...['showMe', 'changeMe', 'switchAccount', 'leaveAccount', 'signOut', 'requestConfirmation'],
      'confirmSession',
      ...['listSessions', 'endSession', 'endAllSessions'],
      ...['listEndpoints', 'showEndpoint', 'getEndpointHealth', 'streamAccount'],
      ...['listSubmissions', 'showSubmission', 'countSubmissions', 'exportSubmissions', 'listDeliveries'],
      ...['listDoubtful', 'fetchFile', 'fetchFiles', 'listAssignees'],
    ],
    editor: [
      ...[
        'markSubmission',
        'deleteSubmission',
        'changeSubmissions',
        'reviewSubmissions',
        'answerSubmission',
        'deleteAnswer',
      ],
      ...['createFileLink', 'revokeFileLinks', 'resendEmail', 'sendTest'],
    ],
    owner: [
      ...['changeEndpoint', 'retireEndpoint', 'emptyEndpoint', 'importSubmissions', 'resendFailedEmails'],
      ...['previewEmail', 'listDestinations', 'addDestination', 'changeDestination', 'removeDestination'],
      ...['resendConfirmation', 'testDestination', 'rotateSigningSecret', 'listDestinationDeliveries'],
      'recoverDeliveries',
    ],
    holder: [],
  },
  account: {
    viewer: [
      ...[
        'showAccount',
        'listCannedAnswers',
        'showUsage',
        'listTelemetries',
        'showTelemetry',
        'listOwnedEvents',
        'countOwnedEvents',
      ],
      ...[
        'breakDownOwnedEvents',
        'listOwnedEventValues',
        'streamOwnedEvents',
        'listWatches',
        'showWatch',
        'listAnnotations',
        'showGoal',
        'exportOwnedEvents',
        'listQueues',
        'showQueue',
      ],
      ...['peekOwnedQueue', 'showQueueRates', 'listDeadOfOwnedQueue'],
      ...['listLabels', 'listViews'],
    ],
    editor: [
      ...[
        'sendTestEvent',
        'addAnnotation',
        'removeAnnotation',
        'publishToOwnedQueue',
        'sendTestMessage',
        'replayDeadOfOwnedQueue',
        'replayOneOfOwnedQueue',
      ],
      ...['deleteDeadOfOwnedQueue', 'deleteOneDeadOfOwnedQueue'],
      ...['createLabel', 'changeLabel', 'deleteLabel', 'createView', 'changeView', 'deleteView'],
    ],
    owner: [
      ...['listMembers', 'inviteMember', 'changeMember', 'removeMember', 'listAudit'],
      ...[
        'listKeys',
        'createKey',
        'revokeKey',
        'createOwnedEndpoint',
        'createOwnedTelemetry',
        'createOwnedQueue',
      ],
      ...['renameTelemetry', 'retireTelemetry', 'emptyTelemetry', 'listTelemetryKeys', 'makeTelemetryKey'],
      ...[
        'revokeTelemetryKey',
        'showPublicLink',
        'createPublicLink',
        'revokePublicLink',
        'addWatch',
        'changeWatch',
      ],
      ...[
        'removeWatch',
        'showBadge',
        'setGoal',
        'removeGoal',
        'publishBadge',
        'revokeBadge',
        'renameQueue',
        'retireQueue',
        'listQueueKeys',
      ],
      ...[
        'makeQueueKey',
        'revokeQueueKey',
        'deleteLearnedWords',
        'showEmailKey',
        'changeCannedAnswers',
        'eraseSender',
      ],
    ],
    // About the address of the person who holds the account.
    holder: [
      ...[
        'changeAccount',
        'deleteAccount',
        'exportAccount',
        'addEmailKey',
        'changeEmailKey',
        'removeEmailKey',
      ],
      ...['showHandOver', 'askHandOver', 'withdrawHandOver', 'confirmHandOver'],
      ...['listDevices', 'addDevice', 'changeDevice', 'removeDevice', 'testDevice'],
      ...['lookUpEmailKey', 'listBouncedAddresses', 'startBouncedAddress', 'showEmailReport'],
      ...['listOwnersOfInstance', 'listEndpointsOfInstance', 'showOperatorLog', 'showInstance'],
      ...['listMostRefused', 'exportOwner', 'deleteOwner'],
      ...['changeSuspension', 'signOutOwner'],
      ...[
        'listUnclaimedEndpoints',
        'claimEndpoint',
        'confirmEndpoint',
        'declineEndpoint',
        'undoDeclineEndpoint',
      ],
      ...[
        'listUnclaimedTelemetries',
        'claimTelemetry',
        'confirmTelemetry',
        'declineTelemetry',
        'undoDeclineTelemetry',
      ],
      ...['listUnclaimedQueues', 'claimQueue', 'confirmQueue', 'declineQueue', 'undoDeclineQueue'],
    ],
  },
}

/** Operations that members of one form may send without naming it: about themselves, or narrowed to it by their actions. */
const WITHOUT_FORM: readonly string[] = [
  ...[
    'showMe',
    'changeMe',
    'switchAccount',
    'leaveAccount',
    'signOut',
    'requestConfirmation',
    'confirmSession',
  ],
  ...['listSessions', 'endSession', 'endAllSessions', 'streamAccount', 'listEndpoints'],
  ...['listSubmissions', 'countSubmissions', 'exportSubmissions', 'changeSubmissions'],
  ...['listDoubtful', 'reviewSubmissions', 'listAssignees'],
]

const DEMANDS: ReadonlyMap<string, AccessDemand> = new Map(
  (['form', 'account'] as const).flatMap((reach) =>
    (['viewer', 'editor', 'owner', 'holder'] as const).flatMap((role) =>
      OPERATIONS[reach][role].map((operation) => [operation, { role, reach }] as const),
    ),
  ),
)

/** Returns what an operation demands of a member. */
export function getDemand(operationId: string): AccessDemand {
  return DEMANDS.get(operationId) ?? { role: 'holder', reach: 'account' }
}

/** Operations that only take away, or let their sender take something with them. */
const OPEN_WHILE_SUSPENDED: readonly string[] = [
  ...[
    'eraseSender',
    'exportAccount',
    'retireEndpoint',
    'retireTelemetry',
    'retireQueue',
    'emptyEndpoint',
    'emptyTelemetry',
  ],
  ...['declineEndpoint', 'declineTelemetry', 'declineQueue'],
]
/** Operations of editors whose effect leaves the account. */
const CLOSED_TO_EDITORS: readonly string[] = [
  ...['answerSubmission', 'createFileLink', 'resendEmail'],
  ...['replayDeadOfOwnedQueue', 'replayOneOfOwnedQueue'],
]

/** Refuses what a suspended account may not do; null when the caller may. */
export function checkSuspended(
  { suspension }: Pick<Caller, 'suspension'>,
  route: Pick<ApiRoute, 'method' | 'operationId'>,
): Refusal | null {
  return suspension === null || isOpenWhileSuspended(route) ? null : { code: 'account_suspended' }
}

/** Returns true for a request of a suspended account that is answered: it reads, exports, sorts and deletes, and begins nothing. */
export function isOpenWhileSuspended({
  method,
  operationId,
}: Pick<ApiRoute, 'method' | 'operationId'>): boolean {
  if (method === 'GET' || method === 'DELETE' || OPEN_WHILE_SUSPENDED.includes(operationId)) return true
  const { role } = getDemand(operationId)
  return role === 'viewer' || (role === 'editor' && !CLOSED_TO_EDITORS.includes(operationId))
}

/** Refuses a request about anything but the only form that the caller may see: for them it does not exist. */
export async function checkReach(
  { actions }: { actions: Pick<Actions, 'reachesSubmission'> },
  caller: Caller,
  {
    operationId,
    path,
    params,
  }: Pick<ApiRoute, 'operationId' | 'path'> & { params: Readonly<Record<string, string>> },
): Promise<Refusal | null> {
  const { access } = caller
  if (access.form === null) return null
  if (path.startsWith('/endpoints/:id')) {
    return params.id === access.form ? null : { code: 'endpoint_not_found' }
  }
  if (path.startsWith('/submissions/:id')) {
    return (await actions.reachesSubmission(caller, params.id ?? ''))
      ? null
      : { code: 'submission_not_found' }
  }
  return WITHOUT_FORM.includes(operationId) ? null : { code: 'role_missing' }
}

/** Refuses to delete submissions for good to anybody but an owner who signed in recently; null when the caller may. */
export function checkDeletion(caller: Caller, now: Date): Refusal | null {
  return mayDo(caller.access, { role: 'owner', reach: 'form' })
    ? checkFreshSignIn(caller, now)
    : { code: 'role_missing' }
}
