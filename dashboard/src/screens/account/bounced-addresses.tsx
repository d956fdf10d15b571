import {
  type BouncedAddress,
  useBouncedAddresses,
  useStartBouncedAddress,
} from '../../api/accounts/bounced-addresses.ts'
import { Button } from '../../controls/button.tsx'
import { Moment, UntilTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { rich, t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'

/** The addresses that get no emails because earlier ones bounced; nothing if there are none. */
export function BouncedAddresses() {
  const { data: addresses = [] } = useBouncedAddresses()
  const change = useStartBouncedAddress()
  const start = useAction(change, {
    failed: t('account.bounced.notStarted'),
    done: (_, { email }) => ({ title: t('account.bounced.started', { email }) }),
  })
  if (addresses.length === 0) return null
  return (
    <Section title={t('account.bounced.title')} description={t('account.bounced.description')}>
      <ul className="flex flex-col gap-4">
        {addresses.map((address) => (
          <li key={address.email} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <Reason address={address} />
            <Button size="small" disabled={change.isPending} onClick={() => start({ email: address.email })}>
              {t('account.bounced.start')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Reason({ address }: { address: BouncedAddress }) {
  const { email, since, until } = address
  return (
    <div className="min-w-0 flex-1 basis-60 text-sm">
      <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
        {email}
      </p>
      <p className="text-muted text-pretty">{explain(address)}</p>
      <p className="text-muted text-pretty">
        {until === null
          ? rich('account.bounced.stopped', { since: <Moment at={since} /> })
          : rich('account.bounced.stoppedUntil', {
              since: <Moment at={since} />,
              until: <UntilTime at={until} />,
            })}
      </p>
    </div>
  )
}

/** Returns why emails to an address bounced, and what can be done. The service has these sentences only in English. */
function explain({ reason, email }: BouncedAddress): string {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  switch (reason) {
    case 'mailbox_unknown':
      return t('account.bounces.mailboxUnknown')
    case 'mailbox_disabled':
      return t('account.bounces.mailboxDisabled')
    case 'domain_unknown':
      return t('account.bounces.domainUnknown', { domain })
    case 'mailbox_full':
      return t('account.bounces.mailboxFull')
    case 'refused_by_policy':
      return t('account.bounces.refusedByPolicy', { domain })
    case 'refused_as_spam':
      return t('account.bounces.refusedAsSpam', { domain })
    case 'too_large':
      return t('account.bounces.tooLarge', { domain })
    case 'expired':
      return t('account.bounces.expired', { domain })
    case 'other':
      return t('account.bounces.other', { domain })
  }
}
