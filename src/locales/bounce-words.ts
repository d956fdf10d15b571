import { getMailboxDomain } from '../domain/accounts/mailbox.ts'
import type { Language } from '../domain/language.ts'
import type { BounceReason } from '../domain/outbox/bounce-reason.ts'
import { textsIn } from './texts.ts'

/** Returns a sentence that says why an email to this address bounced, and one that says what its owner can do. */
export function describeBounce(
  language: Language,
  { reason, address }: { reason: BounceReason; address: string },
): { reason: string; advice: string } {
  const { bounces } = textsIn(language)
  const domain = getMailboxDomain(address)
  switch (reason) {
    case 'mailbox_unknown':
      return bounces.mailboxUnknown
    case 'mailbox_disabled':
      return bounces.mailboxDisabled
    case 'domain_unknown':
      return { ...bounces.domainUnknown, reason: bounces.domainUnknown.reason({ domain }) }
    case 'mailbox_full':
      return bounces.mailboxFull
    case 'refused_by_policy':
      return { ...bounces.refusedByPolicy, reason: bounces.refusedByPolicy.reason({ domain }) }
    case 'refused_as_spam':
      return { ...bounces.refusedAsSpam, reason: bounces.refusedAsSpam.reason({ domain }) }
    case 'too_large':
      return { ...bounces.tooLarge, reason: bounces.tooLarge.reason({ domain }) }
    case 'expired':
      return { ...bounces.expired, reason: bounces.expired.reason({ domain }) }
    case 'other':
      return { ...bounces.other, reason: bounces.other.reason({ domain }) }
  }
}
