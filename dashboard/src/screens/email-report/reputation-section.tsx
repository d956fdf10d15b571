import type { Reputation } from '../../api/accounts/email-report.ts'
import { Badge } from '../../controls/badge.tsx'
import { TallFact } from '../../controls/fact.tsx'
import { count, percentText } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { t } from '../../language/texts.ts'

/** Shows whether emails about unconfirmed endpoints wait, because too many bounced or were marked as spam. */
export function ReputationSection({ reputation }: { reputation: Reputation }) {
  const { emails, bounced, complaints, bounced_limit, complaints_limit } = reputation
  return (
    <Section title={t('email-report.reputation.title')} description={t('email-report.reputation.text')}>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-pretty">
        <State reputation={reputation} />
      </p>
      <dl className="grid grid-cols-3 gap-x-6 gap-y-3">
        <TallFact name={t('email-report.reputation.emails')}>{count(emails)}</TallFact>
        <TallFact name={t('email-report.bounced')}>
          <Share part={bounced} of={emails} limit={bounced_limit} />
        </TallFact>
        <TallFact name={t('email-report.reputation.complaints')}>
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
        <Badge>{t('email-report.reputation.noLimit')}</Badge>{' '}
        {t('email-report.reputation.noLimitText', { setting: 'FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR' })}
      </>
    )
  if (reduced)
    return (
      <>
        <Badge tone="bad">{t('email-report.reputation.reduced')}</Badge>{' '}
        {t('email-report.reputation.reducedText', { count: per_hour })}
      </>
    )
  if (networks_held > 0)
    return (
      <>
        <Badge tone="warn">{t('email-report.reputation.held', { count: networks_held })}</Badge>{' '}
        {t('email-report.reputation.heldText', { count: networks_held })}
      </>
    )
  return (
    <>
      <Badge tone="good">{t('email-report.reputation.normal')}</Badge>{' '}
      {t('email-report.reputation.normalText', { count: per_hour })}
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
        <span className={`ms-2 text-sm ${share > limit ? 'text-danger' : 'font-normal text-muted'}`}>
          {percentText(share)}
        </span>
      )}
    </>
  )
}
