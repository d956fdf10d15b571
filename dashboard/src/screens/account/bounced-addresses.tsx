import {
  type BouncedAddress,
  useBouncedAddresses,
  useStartBouncedAddress,
} from '../../api/accounts/bounced-addresses.ts'
import { Button } from '../../controls/button.tsx'
import { Moment, UntilTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { useAction } from '../../shell/action.ts'

/** The addresses that get no emails because earlier ones bounced; nothing if there are none. */
export function BouncedAddresses() {
  const { data: addresses = [] } = useBouncedAddresses()
  const change = useStartBouncedAddress()
  const start = useAction(change, {
    failed: 'Emails not started again',
    done: (_, { email }) => ({ title: `Emails to ${email} will be sent again` }),
  })
  if (addresses.length === 0) return null
  return (
    <Section
      title="Bounced emails"
      description="Emails to these addresses bounced, so no more are sent to them. Submissions are safe here, and webhooks continue."
    >
      <ul className="flex flex-col gap-4">
        {addresses.map((address) => (
          <li key={address.email} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <Reason address={address} />
            <Button size="small" disabled={change.isPending} onClick={() => start({ email: address.email })}>
              Send emails again
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Reason({ address }: { address: BouncedAddress }) {
  const { email, since, until, explanation, advice } = address
  return (
    <div className="min-w-0 flex-1 basis-60 text-sm">
      <p className="font-medium [overflow-wrap:anywhere]">{email}</p>
      <p className="text-muted text-pretty">
        {explanation} {advice} Stopped on <Moment at={since} />
        {until === null ? null : (
          <>
            , until <UntilTime at={until} />
          </>
        )}
        .
      </p>
    </div>
  )
}
