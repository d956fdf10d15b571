import type { Consequence } from '../contract/changes.ts'
import type { ChangeTarget, ConsequenceHandler, ConsequenceKind, ConsequenceOfKind } from './change-batch.ts'
import {
  claimEmail,
  confirmationAnswered,
  confirmationsRefused,
  delivery,
  notice,
  stopNotice,
} from './delivery.ts'
import {
  confirmation,
  declined,
  declineUndone,
  endpoint,
  language,
  purge,
  settings,
  site,
} from './endpoint.ts'
import { audit, owner, usage } from './owner.ts'
import { messages, routing } from './queue.ts'
import { judgement, submission, testSubmission, verdict } from './submission.ts'
import { events, publicLink } from './telemetry.ts'

const HANDLERS: { [Kind in ConsequenceKind]: ConsequenceHandler<Kind> } = {
  endpoint,
  submission,
  test_submission: testSubmission,
  delivery,
  claim_email: claimEmail,
  messages,
  events,
  routing,
  judgement,
  verdict,
  usage,
  owner,
  confirmation,
  declined,
  decline_undone: declineUndone,
  confirmations_refused: confirmationsRefused,
  confirmation_answered: confirmationAnswered,
  notice,
  stop_notice: stopNotice,
  settings,
  language,
  site,
  public_link: publicLink,
  purge,
  audit,
}

/** Collects one consequence of a change. */
export function collectConsequence(consequence: Consequence, target: ChangeTarget): void {
  handle(consequence.kind, consequence, target)
}

function handle<Kind extends ConsequenceKind>(
  kind: Kind,
  consequence: ConsequenceOfKind[Kind],
  target: ChangeTarget,
): void {
  const handler: ConsequenceHandler<Kind> = HANDLERS[kind]
  handler.collect?.(consequence, target)
  const { effect } = handler
  if (effect) target.batch.effects.push((tx) => effect(consequence, target, tx))
}
