import { useForgetLearned } from '../../api/accounts/account.ts'
import type { Account } from '../../api/schema.ts'
import { count } from '../../controls/numbers.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Section } from '../../controls/section.tsx'
import { ConfirmedButton } from '../../shell/confirmed-action.tsx'
import { hasLearned } from '../../shell/learning.ts'
import { AccountFact } from './account-fact.tsx'

const HOW =
  'Mark spam, and archive or answer real messages to teach it. An answer counts half, and so does leaving what you opened in the inbox for a week.'

/** Section that says how much the spam filter has learned from the owner, and forgets it. */
export function SpamSection({ learned }: { learned: Account['learned'] }) {
  const { spam, real, words } = learned
  return (
    <Section
      title="Spam filter"
      description={
        hasLearned(learned)
          ? `What the filter has learned from you helps to judge new submissions. ${HOW}`
          : `Learning starts after ${learned.needed} of each. You have ${spam} spam and ${real} real. ${HOW}`
      }
    >
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-3">
        <AccountFact name="Learned as spam">{count(spam)}</AccountFact>
        <AccountFact name="Learned as real">{count(real)}</AccountFact>
        <AccountFact name="Words">{count(words)}</AccountFact>
      </dl>
      <Forget isEmpty={spam + real + words === 0} />
    </Section>
  )
}

/** Stays mounted once nothing is left, so that its dialog closes and the result is told. */
function Forget({ isEmpty }: { isEmpty: boolean }) {
  const { showToast } = useToast()
  return (
    <ConfirmedButton
      button={isEmpty ? null : { className: 'self-start', children: 'Forget what was learned' }}
      title="Forget what was learned?"
      action="Forget"
      mutation={useForgetLearned()}
      given={undefined}
      onDone={() => showToast({ title: 'Learned words forgotten' })}
    >
      The filter starts over for all your forms. Your submissions and lists stay as they are. This can't be
      undone.
    </ConfirmedButton>
  )
}
