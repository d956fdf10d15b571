import type { Reputation } from '../../api/accounts/email-report.ts'
import { Badge } from '../../controls/badge.tsx'
import { TallFact } from '../../controls/fact.tsx'
import { count, percentText, pluralize } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'

/** Shows whether emails about unconfirmed endpoints wait, because too many bounced or were marked as spam. */
export function ReputationSection({ reputation }: { reputation: Reputation }) {
  const { emails, bounced, complaints, bounced_limit, complaints_limit } = reputation
  return (
    <Section
      title="Unconfirmed endpoints"
      description="Emails of the last 24 hours about endpoints that nobody has confirmed. Strangers choose their recipients, so bounces and spam reports show up here first."
    >
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-pretty">
        <State reputation={reputation} />
      </p>
      <dl className="grid grid-cols-3 gap-x-6 gap-y-3">
        <TallFact name="Emails">{count(emails)}</TallFact>
        <TallFact name="Bounced">
          <Share part={bounced} of={emails} limit={bounced_limit} />
        </TallFact>
        <TallFact name="Spam reports">
          <Share part={complaints} of={emails} limit={complaints_limit} />
        </TallFact>
      </dl>
    </Section>
  )
}

function State({ reputation: { reduced, networks_held, per_hour } }: { reputation: Reputation }) {
  if (per_hour === null)
    return (
      <>
        <Badge>No limit</Badge> FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR is 0, so nothing waits.
      </>
    )
  if (reduced)
    return (
      <>
        <Badge tone="bad">Reduced</Badge> Only {pluralize(per_hour, 'email')} an hour until fewer bounce or
        are marked as spam. The others wait, and none is lost.
      </>
    )
  if (networks_held > 0)
    return (
      <>
        <Badge tone="warn">{pluralize(networks_held, 'network')} on hold</Badge> Emails about endpoints that{' '}
        {networks_held === 1 ? 'it' : 'they'} created wait. All others are sent.
      </>
    )
  return (
    <>
      <Badge tone="good">Normal</Badge> Up to {pluralize(per_hour, 'email')} an hour.
    </>
  )
}

/** A number, with its share of all emails unless it is zero. */
function Share({ part, of, limit }: { part: number; of: number; limit: number }) {
  const share = part / of
  return (
    <>
      {count(part)}
      {part === 0 ? null : (
        <span className={`ml-2 text-sm ${share > limit ? 'text-danger' : 'font-normal text-muted'}`}>
          {percentText(share)}
        </span>
      )}
    </>
  )
}
