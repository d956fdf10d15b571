import { deleteAccount, getAccount } from './accounts/account.ts'
import { listKeys, makeKey, revokeKey } from './accounts/api-keys.ts'
import { findCallerByKey, findCallerBySession } from './accounts/caller.ts'
import { exportAccount } from './accounts/export-account.ts'
import { openDashboard } from './accounts/open-dashboard.ts'
import { askToConfirm, requestSignIn } from './accounts/request-sign-in.ts'
import { endAllSessions, endSession, listSessions, signOut } from './accounts/sessions.ts'
import { confirmByCode, followLink, previewLink, signInByCode } from './accounts/sign-in.ts'
import { findGone, subscribeToAccount } from './accounts/subscribe-to-account.ts'
import type { Context } from './context.ts'
import { addDestination, askDestinationAgain, removeDestination } from './destinations/add-destination.ts'
import {
  confirmDestination,
  previewDestination,
  refuseDestination,
} from './destinations/answer-destination.ts'
import { changeEndpoint, retireEndpoint } from './endpoints/change-endpoint.ts'
import { claimEndpoint, previewClaim } from './endpoints/claim-endpoint.ts'
import { createEndpoint, tryCreation } from './endpoints/create-endpoint.ts'
import { createOwnedEndpoint } from './endpoints/create-owned-endpoint.ts'
import { declineEndpoint, previewDecline } from './endpoints/decline-endpoint.ts'
import { listEndpointKeys, makeEndpointKey, revokeEndpointKey } from './endpoints/endpoint-keys.ts'
import { getEndpointIntro } from './endpoints/get-endpoint-intro.ts'
import { getOwnedEndpoint, listOwned } from './endpoints/owned-endpoints.ts'
import { probeStatus } from './endpoints/probe-status.ts'
import { checkClock } from './maintenance/check-clock.ts'
import { checkReadiness } from './maintenance/check-readiness.ts'
import { purgeOld } from './maintenance/purge-old.ts'
import { listDeliveries, resendEmail, resendFailed } from './outbox/deliveries.ts'
import { previewEmail } from './outbox/preview-email.ts'
import { getEmailsSetting, setEmails } from './outbox/stop-emails.ts'
import { reviewPlans } from './plans/review-plans.ts'
import { getUsage } from './plans/usage.ts'
import {
  deleteDeadMessages,
  listDeadMessages,
  replayDeadMessages,
  replayMessage,
} from './queues/dead-messages.ts'
import {
  countManyMessages,
  countMessages,
  loadQueueRates,
  publishMessages,
  tryMessages,
} from './queues/publish-messages.ts'
import {
  giveBackMessages,
  nextMessageAt,
  peekMessages,
  pullMessages,
  watchQueue,
} from './queues/pull-messages.ts'
import { openQueue } from './queues/queue-access.ts'
import { removeMessages, settleMessages } from './queues/settle-messages.ts'
import { trySubmission } from './submissions/dry-run-submission.ts'
import { exportSubmissions } from './submissions/export-submissions.ts'
import { loadFormStats } from './submissions/load-form-stats.ts'
import {
  changeMany,
  deleteSubmission,
  emptyEndpoint,
  markSubmission,
} from './submissions/mark-submissions.ts'
import { sendTest } from './submissions/send-test.ts'
import { getSubmission, listSubmissions } from './submissions/submissions.ts'
import { submit } from './submissions/submit.ts'
import { acceptEvents, tryEvents } from './telemetry/accept-events.ts'
import { breakDownEvents } from './telemetry/break-down-events.ts'
import { countEvents, emptyTelemetry, followEvents, listEvents, toEvents } from './telemetry/read-events.ts'
import { mayRead } from './telemetry/reader.ts'

/** All actions, as those call them who know no store: plain data in, plain data out. */
export type Actions = ReturnType<typeof bindActions>

/** The actions at work on one store. */
export function bindActions(context: Context) {
  function bound<Rest extends unknown[], Answer>(
    deed: (context: Context, ...rest: Rest) => Promise<Answer>,
  ): (...rest: Rest) => Promise<Answer> {
    return (...rest) => deed(context, ...rest)
  }
  return {
    submit: bound(submit),
    trySubmission: bound(trySubmission),
    acceptEvents: bound(acceptEvents),
    listEvents: bound(listEvents),
    countEvents: bound(countEvents),
    breakDownEvents: bound(breakDownEvents),
    toEvents: bound(toEvents),
    followEvents: bound(followEvents),
    mayRead: bound(mayRead),
    emptyTelemetry: bound(emptyTelemetry),
    tryEvents: bound(tryEvents),
    createEndpoint: bound(createEndpoint),
    tryCreation: bound(tryCreation),
    probeStatus: bound(probeStatus),
    getEndpointIntro: bound(getEndpointIntro),
    claimEndpoint: bound(claimEndpoint),
    previewClaim: bound(previewClaim),
    declineEndpoint: bound(declineEndpoint),
    previewDecline: bound(previewDecline),
    setEmails: bound(setEmails),
    getEmailsSetting: bound(getEmailsSetting),
    addDestination: bound(addDestination),
    askDestinationAgain: bound(askDestinationAgain),
    removeDestination: bound(removeDestination),
    listDeliveries: bound(listDeliveries),
    resendEmail: bound(resendEmail),
    resendFailed: bound(resendFailed),
    previewEmail: bound(previewEmail),
    previewDestination: bound(previewDestination),
    confirmDestination: bound(confirmDestination),
    refuseDestination: bound(refuseDestination),
    checkReadiness: bound(checkReadiness),
    purgeOld: bound(purgeOld),
    checkClock: bound(checkClock),
    reviewPlans: bound(reviewPlans),
    findCallerBySession: bound(findCallerBySession),
    findCallerByKey: bound(findCallerByKey),
    openDashboard: bound(openDashboard),
    requestSignIn: bound(requestSignIn),
    askToConfirm: bound(askToConfirm),
    previewLink: bound(previewLink),
    followLink: bound(followLink),
    signInByCode: bound(signInByCode),
    confirmByCode: bound(confirmByCode),
    getAccount: bound(getAccount),
    deleteAccount: bound(deleteAccount),
    exportAccount: bound(exportAccount),
    listKeys: bound(listKeys),
    makeKey: bound(makeKey),
    revokeKey: bound(revokeKey),
    listSessions: bound(listSessions),
    endSession: bound(endSession),
    endAllSessions: bound(endAllSessions),
    signOut: bound(signOut),
    listOwned: bound(listOwned),
    getOwnedEndpoint: bound(getOwnedEndpoint),
    loadFormStats: bound(loadFormStats),
    getUsage: bound(getUsage),
    listEndpointKeys: bound(listEndpointKeys),
    makeEndpointKey: bound(makeEndpointKey),
    revokeEndpointKey: bound(revokeEndpointKey),
    createOwnedEndpoint: bound(createOwnedEndpoint),
    changeEndpoint: bound(changeEndpoint),
    retireEndpoint: bound(retireEndpoint),
    emptyEndpoint: bound(emptyEndpoint),
    sendTest: bound(sendTest),
    listSubmissions: bound(listSubmissions),
    getSubmission: bound(getSubmission),
    markSubmission: bound(markSubmission),
    deleteSubmission: bound(deleteSubmission),
    changeMany: bound(changeMany),
    exportSubmissions: bound(exportSubmissions),
    openQueue: bound(openQueue),
    publishMessages: bound(publishMessages),
    tryMessages: bound(tryMessages),
    pullMessages: bound(pullMessages),
    giveBackMessages: bound(giveBackMessages),
    watchQueue: bound(watchQueue),
    nextMessageAt: bound(nextMessageAt),
    peekMessages: bound(peekMessages),
    settleMessages: bound(settleMessages),
    removeMessages: bound(removeMessages),
    countMessages: bound(countMessages),
    countManyMessages: bound(countManyMessages),
    loadQueueRates: bound(loadQueueRates),
    listDeadMessages: bound(listDeadMessages),
    replayMessage: bound(replayMessage),
    deleteDeadMessages: bound(deleteDeadMessages),
    replayDeadMessages: bound(replayDeadMessages),
    subscribeToAccount: bound(subscribeToAccount),
    findGone: bound(findGone),
  }
}
