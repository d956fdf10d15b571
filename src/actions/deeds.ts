import { addDestination, askDestinationAgain, removeDestination } from './add-destination.ts'
import { confirmDestination, lookAtDestination, refuseDestination } from './answer-destination.ts'
import { listKeys, makeKey, revokeKey } from './api-keys.ts'
import { askForSignIn, askToConfirm } from './ask-sign-in.ts'
import { callerOfKey, callerOfSession } from './caller.ts'
import { checkReadiness } from './check-readiness.ts'
import { claimEndpoint, lookAtClaim } from './claim-endpoint.ts'
import type { Context } from './context.ts'
import { createEndpoint, tryCreation } from './create-endpoint.ts'
import { listDeliveries, resendLetter } from './deliveries.ts'
import { disownEndpoint, lookAtDisown } from './disown-endpoint.ts'
import { lookAtStart } from './look-at-start.ts'
import { findGone, lookOn } from './look-on.ts'
import { openDashboard } from './open-dashboard.ts'
import { probeStatus } from './probe-status.ts'
import { purgeOld } from './purge-old.ts'
import { endAllSessions, endSession, listSessions, signOut } from './sessions.ts'
import { confirmByCode, followLink, lookAtLink, signInByCode } from './sign-in.ts'
import { lookAtLetters, setLetters } from './stop-letters.ts'
import { submit } from './submit.ts'
import { trySubmission } from './try-submission.ts'

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
    lookAtDestination: bound(lookAtDestination),
    confirmDestination: bound(confirmDestination),
    refuseDestination: bound(refuseDestination),
    checkReadiness: bound(checkReadiness),
    purgeOld: bound(purgeOld),
    callerOfSession: bound(callerOfSession),
    callerOfKey: bound(callerOfKey),
    openDashboard: bound(openDashboard),
    askForSignIn: bound(askForSignIn),
    askToConfirm: bound(askToConfirm),
    lookAtLink: bound(lookAtLink),
    followLink: bound(followLink),
    signInByCode: bound(signInByCode),
    confirmByCode: bound(confirmByCode),
    listKeys: bound(listKeys),
    makeKey: bound(makeKey),
    revokeKey: bound(revokeKey),
    listSessions: bound(listSessions),
    endSession: bound(endSession),
    endAllSessions: bound(endAllSessions),
    signOut: bound(signOut),
    lookOn: bound(lookOn),
    findGone: bound(findGone),
  }
}
