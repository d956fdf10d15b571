import type { Consequence } from '../contract/changes.ts'
import { audit } from './audit.ts'
import type { ChangeTarget, ConsequenceHandler, ConsequenceKind, ConsequenceOfKind } from './change-batch.ts'
import { claimEmail } from './claim-email.ts'
import { confirmation } from './confirmation.ts'
import { confirmationAnswered, confirmationsRefused } from './confirmation-emails.ts'
import { declined, declineUndone } from './declined.ts'
import { delivery } from './delivery.ts'
import { endpoint } from './endpoint.ts'
import { events } from './events.ts'
import { judgement, verdict } from './judgement.ts'
import { language } from './language.ts'
import { messages } from './messages.ts'
import { notice } from './notice.ts'
import { owner } from './owner.ts'
import { publicLink } from './public-link.ts'
import { purge } from './purge.ts'
import { routing } from './routing.ts'
import { settings } from './settings.ts'
import { site } from './site.ts'
import { stopNotice } from './stop-notice.ts'
import { submission } from './submission.ts'
import { testSubmission } from './test-submission.ts'
import { usage } from './usage.ts'

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
