import { deleteAccount, lookAtAccount } from './account.ts'
import { addDestination, askDestinationAgain, removeDestination } from './add-destination.ts'
import { confirmDestination, lookAtDestination, refuseDestination } from './answer-destination.ts'
import { listKeys, makeKey, revokeKey } from './api-keys.ts'
import { askForSignIn, askToConfirm } from './ask-sign-in.ts'
import { breakDownEvents } from './break-down-events.ts'
import { callerOfKey, callerOfSession } from './caller.ts'
import { changeEndpoint, retireEndpoint } from './change-endpoint.ts'
import { checkReadiness } from './check-readiness.ts'
import { claimEndpoint, lookAtClaim } from './claim-endpoint.ts'
import type { Context } from './context.ts'
import { createEndpoint, tryCreation } from './create-endpoint.ts'
import { createOwnedEndpoint } from './create-owned-endpoint.ts'
import { deleteDeadMessages, listDeadMessages, replayDeadMessages, replayMessage } from './dead-messages.ts'
import { listDeliveries, resendFailed, resendLetter } from './deliveries.ts'
import { disownEndpoint, lookAtDisown } from './disown-endpoint.ts'
import { listEndpointKeys, makeEndpointKey, revokeEndpointKey } from './endpoint-keys.ts'
import { exportAccount } from './export-account.ts'
import { exportSubmissions } from './export-submissions.ts'
import { lookAtClock } from './look-at-clock.ts'
import { lookAtStart } from './look-at-start.ts'
import { lookIntoForms } from './look-into-forms.ts'
import { findGone, lookOn } from './look-on.ts'
import { changeMany, deleteSubmission, emptyEndpoint, markSubmission } from './mark-submissions.ts'
import { openDashboard } from './open-dashboard.ts'
import { listOwned, lookAtOwned } from './owned-endpoints.ts'
import { previewLetter } from './preview-letter.ts'
import { probeStatus } from './probe-status.ts'
import {
  countManyMessages,
  countMessages,
  publishMessages,
  ratesOfQueue,
  tryMessages,
} from './publish-messages.ts'
import { giveBackMessages, nextMessageAt, peekMessages, pullMessages, watchQueue } from './pull-messages.ts'
import { purgeOld } from './purge-old.ts'
import { openQueue } from './queue-access.ts'
import { countEvents, emptyTelemetry, eventsOfBatches, followEvents, listEvents } from './read-events.ts'
import { mayRead } from './reader.ts'
import { reviewPlans } from './review-plans.ts'
import { sendTest } from './send-test.ts'
import { endAllSessions, endSession, listSessions, signOut } from './sessions.ts'
import { removeMessages, settleMessages } from './settle-messages.ts'
import { confirmByCode, followLink, lookAtLink, signInByCode } from './sign-in.ts'
import { lookAtLetters, setLetters } from './stop-letters.ts'
import { listSubmissions, lookAtSubmission } from './submissions.ts'
import { submit } from './submit.ts'
import { takeEvents, tryEvents } from './take-events.ts'
import { trySubmission } from './try-submission.ts'
import { lookAtUsage } from './usage.ts'

/** All actions, as those call them who know no store: plain data in, plain data out. */
export type Deeds = ReturnType<typeof bindDeeds>

/** The actions at work on one store. */
export function bindDeeds(context: Context) {
  function bound<Rest extends unknown[], Answer>(
    deed: (context: Context, ...rest: Rest) => Promise<Answer>,
  ): (...rest: Rest) => Promise<Answer> {
    return (...rest) => deed(context, ...rest)
  }
  return {
    submit: bound(submit),
    trySubmission: bound(trySubmission),
    takeEvents: bound(takeEvents),
    listEvents: bound(listEvents),
    countEvents: bound(countEvents),
    breakDownEvents: bound(breakDownEvents),
    eventsOfBatches: bound(eventsOfBatches),
    followEvents: bound(followEvents),
    mayRead: bound(mayRead),
    emptyTelemetry: bound(emptyTelemetry),
    tryEvents: bound(tryEvents),
    createEndpoint: bound(createEndpoint),
    tryCreation: bound(tryCreation),
    probeStatus: bound(probeStatus),
    lookAtStart: bound(lookAtStart),
    claimEndpoint: bound(claimEndpoint),
    lookAtClaim: bound(lookAtClaim),
    disownEndpoint: bound(disownEndpoint),
    lookAtDisown: bound(lookAtDisown),
    setLetters: bound(setLetters),
    lookAtLetters: bound(lookAtLetters),
    addDestination: bound(addDestination),
    askDestinationAgain: bound(askDestinationAgain),
    removeDestination: bound(removeDestination),
    listDeliveries: bound(listDeliveries),
    resendLetter: bound(resendLetter),
    resendFailed: bound(resendFailed),
    previewLetter: bound(previewLetter),
    lookAtDestination: bound(lookAtDestination),
    confirmDestination: bound(confirmDestination),
    refuseDestination: bound(refuseDestination),
    checkReadiness: bound(checkReadiness),
    purgeOld: bound(purgeOld),
    lookAtClock: bound(lookAtClock),
    reviewPlans: bound(reviewPlans),
    callerOfSession: bound(callerOfSession),
    callerOfKey: bound(callerOfKey),
    openDashboard: bound(openDashboard),
    askForSignIn: bound(askForSignIn),
    askToConfirm: bound(askToConfirm),
    lookAtLink: bound(lookAtLink),
    followLink: bound(followLink),
    signInByCode: bound(signInByCode),
    confirmByCode: bound(confirmByCode),
    lookAtAccount: bound(lookAtAccount),
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
    lookAtOwned: bound(lookAtOwned),
    lookIntoForms: bound(lookIntoForms),
    lookAtUsage: bound(lookAtUsage),
    listEndpointKeys: bound(listEndpointKeys),
    makeEndpointKey: bound(makeEndpointKey),
    revokeEndpointKey: bound(revokeEndpointKey),
    createOwnedEndpoint: bound(createOwnedEndpoint),
    changeEndpoint: bound(changeEndpoint),
    retireEndpoint: bound(retireEndpoint),
    emptyEndpoint: bound(emptyEndpoint),
    sendTest: bound(sendTest),
    listSubmissions: bound(listSubmissions),
    lookAtSubmission: bound(lookAtSubmission),
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
    ratesOfQueue: bound(ratesOfQueue),
    listDeadMessages: bound(listDeadMessages),
    replayMessage: bound(replayMessage),
    deleteDeadMessages: bound(deleteDeadMessages),
    replayDeadMessages: bound(replayDeadMessages),
    lookOn: bound(lookOn),
    findGone: bound(findGone),
  }
}
