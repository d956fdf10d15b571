import * as account from './accounts/account.ts'
import * as apiKeys from './accounts/api-keys.ts'
import * as audit from './accounts/audit.ts'
import * as caller from './accounts/caller.ts'
import * as cannedAnswers from './accounts/canned-answers.ts'
import * as emailKeys from './accounts/email-keys.ts'
import * as exportAccount from './accounts/export-account.ts'
import * as members from './accounts/members.ts'
import * as openDashboard from './accounts/open-dashboard.ts'
import * as ownLanguage from './accounts/own-language.ts'
import * as requestSignIn from './accounts/request-sign-in.ts'
import * as sessions from './accounts/sessions.ts'
import * as signIn from './accounts/sign-in.ts'
import * as subscribeToAccount from './accounts/subscribe-to-account.ts'
import type { Context } from './context.ts'
import * as answerDestination from './destinations/answer-destination.ts'
import * as destinationDeliveries from './destinations/destination-deliveries.ts'
import * as destinationResult from './destinations/destination-result.ts'
import * as emailDestinations from './destinations/email-destinations.ts'
import * as removeDestination from './destinations/remove-destination.ts'
import * as webDestinations from './destinations/web-destinations.ts'
import * as devices from './devices/devices.ts'
import * as notifyDevices from './devices/notify-devices.ts'
import * as changeEndpoint from './endpoints/change-endpoint.ts'
import * as claimEndpoint from './endpoints/claim-endpoint.ts'
import * as claimUnclaimed from './endpoints/claim-unclaimed.ts'
import * as confirmation from './endpoints/confirm-endpoint.ts'
import * as createEndpoint from './endpoints/create-endpoint.ts'
import * as createOwnedEndpoint from './endpoints/create-owned-endpoint.ts'
import * as declineEndpoint from './endpoints/decline-endpoint.ts'
import * as endpointKeys from './endpoints/endpoint-keys.ts'
import * as getEndpointIntro from './endpoints/get-endpoint-intro.ts'
import * as handOvers from './endpoints/hand-over.ts'
import * as ownedEndpoints from './endpoints/owned-endpoints.ts'
import * as probeStatus from './endpoints/probe-status.ts'
import * as exportFiles from './files/export-files.ts'
import * as openFile from './files/open-file.ts'
import * as receiveFiles from './files/receive-files.ts'
import * as reconcileFiles from './files/reconcile-files.ts'
import * as announceFindings from './health/announce-findings.ts'
import * as loadArrivals from './health/load-arrivals.ts'
import * as loadHealth from './health/load-health.ts'
import * as checkClock from './maintenance/check-clock.ts'
import * as checkReadiness from './maintenance/check-readiness.ts'
import * as purgeOld from './maintenance/purge-old.ts'
import * as resealSecrets from './maintenance/reseal-secrets.ts'
import * as status from './maintenance/status.ts'
import * as instanceFacts from './operator/instance-facts.ts'
import * as oversee from './operator/oversee.ts'
import * as ownerData from './operator/owner-data.ts'
import * as suspend from './operator/suspend.ts'
import * as bouncedAddresses from './outbox/bounced-addresses.ts'
import * as deliveries from './outbox/deliveries.ts'
import * as emailReport from './outbox/email-report.ts'
import * as previewEmail from './outbox/preview-email.ts'
import * as recordReport from './outbox/record-report.ts'
import * as snoozeEmails from './outbox/snooze-emails.ts'
import * as spamDigest from './outbox/spam-digest.ts'
import * as stopEmails from './outbox/stop-emails.ts'
import * as changePlan from './plans/change-plan.ts'
import * as reviewPlans from './plans/review-plans.ts'
import * as usage from './plans/usage.ts'
import * as deadMessages from './queues/dead-messages.ts'
import * as publishMessages from './queues/publish-messages.ts'
import * as pullMessages from './queues/pull-messages.ts'
import * as pushMessages from './queues/push-messages.ts'
import * as queueAccess from './queues/queue-access.ts'
import * as sendTestMessage from './queues/send-test-message.ts'
import * as settleMessages from './queues/settle-messages.ts'
import * as answerSubmission from './submissions/answer-submission.ts'
import * as assignees from './submissions/assignees.ts'
import * as demonstrate from './submissions/demonstrate.ts'
import * as dryRunSubmission from './submissions/dry-run-submission.ts'
import * as eraseSender from './submissions/erase-sender.ts'
import * as exportSubmissions from './submissions/export-submissions.ts'
import * as importSubmissions from './submissions/import-submissions.ts'
import * as labels from './submissions/labels.ts'
import * as loadFormStats from './submissions/load-form-stats.ts'
import * as markSubmissions from './submissions/mark-submissions.ts'
import * as newChallenge from './submissions/new-challenge.ts'
import * as receipt from './submissions/receipt.ts'
import * as review from './submissions/review.ts'
import * as sendTest from './submissions/send-test.ts'
import * as settleJudgement from './submissions/settle-judgement.ts'
import * as submissions from './submissions/submissions.ts'
import * as submit from './submissions/submit.ts'
import * as views from './submissions/views.ts'
import * as acceptEvents from './telemetry/accept-events.ts'
import * as annotations from './telemetry/annotations.ts'
import * as badge from './telemetry/badge.ts'
import * as breakDownEvents from './telemetry/break-down-events.ts'
import * as eventPages from './telemetry/event-pages.ts'
import * as goal from './telemetry/goal.ts'
import * as lookAtWatches from './telemetry/look-at-watches.ts'
import * as publicLink from './telemetry/public-link.ts'
import * as reader from './telemetry/read-access.ts'
import * as readEvents from './telemetry/read-events.ts'
import * as sendTestEvent from './telemetry/send-test-event.ts'
import * as watches from './telemetry/watches.ts'

/** All actions. Every function that one of these modules exports is one, and takes the context first. */
const ACTIONS = {
  ...account,
  ...apiKeys,
  ...audit,
  ...caller,
  ...cannedAnswers,
  ...ownLanguage,
  ...emailKeys,
  ...exportAccount,
  ...members,
  ...openDashboard,
  ...requestSignIn,
  ...sessions,
  ...signIn,
  ...subscribeToAccount,
  ...answerDestination,
  ...emailDestinations,
  ...webDestinations,
  ...removeDestination,
  ...destinationDeliveries,
  ...destinationResult,
  ...devices,
  ...notifyDevices,
  ...changeEndpoint,
  ...claimEndpoint,
  ...confirmation,
  ...createEndpoint,
  ...createOwnedEndpoint,
  ...declineEndpoint,
  ...endpointKeys,
  ...getEndpointIntro,
  ...ownedEndpoints,
  ...claimUnclaimed,
  ...probeStatus,
  ...exportFiles,
  ...openFile,
  ...receiveFiles,
  ...reconcileFiles,
  ...announceFindings,
  ...loadArrivals,
  ...loadHealth,
  ...checkClock,
  ...checkReadiness,
  ...purgeOld,
  ...resealSecrets,
  ...status,
  ...changePlan,
  ...ownerData,
  ...instanceFacts,
  ...oversee,
  ...suspend,
  ...bouncedAddresses,
  ...emailReport,
  ...deliveries,
  ...previewEmail,
  ...recordReport,
  ...spamDigest,
  ...snoozeEmails,
  ...stopEmails,
  ...reviewPlans,
  ...usage,
  ...deadMessages,
  ...publishMessages,
  ...pullMessages,
  ...pushMessages,
  ...queueAccess,
  ...sendTestMessage,
  ...settleMessages,
  ...answerSubmission,
  ...demonstrate,
  ...dryRunSubmission,
  ...eraseSender,
  ...exportSubmissions,
  ...importSubmissions,
  ...handOvers,
  isShared: assignees.isShared,
  listAssignees: assignees.listAssignees,
  ...labels,
  ...loadFormStats,
  ...markSubmissions,
  ...newChallenge,
  ...receipt,
  ...review,
  ...sendTest,
  ...settleJudgement,
  ...submissions,
  ...submit,
  ...views,
  ...acceptEvents,
  ...badge,
  ...annotations,
  ...eventPages,
  ...goal,
  ...breakDownEvents,
  ...publicLink,
  ...readEvents,
  ...reader,
  ...sendTestEvent,
  ...watches,
  ...lookAtWatches,
}

/** All actions, bound to one store: plain data in, plain data out. */
export type Actions = Bound<typeof ACTIONS>

type Action = (context: Context, ...rest: never[]) => unknown

type Bound<Module> = {
  [Name in keyof Module as Module[Name] extends Action ? Name : never]: Module[Name] extends (
    context: never,
    ...rest: infer Rest
  ) => infer Answer
    ? (...rest: Rest) => Answer
    : never
}

/** Binds all actions to `context`. */
export function bindActions(context: Context): Actions {
  const bound: Record<string, unknown> = {}
  for (const [name, action] of Object.entries<unknown>(ACTIONS)) {
    if (typeof action === 'function') bound[name] = action.bind(null, context)
  }
  // `Object.entries` loses the types of the functions; `Bound` restores them.
  return bound as Actions
}
