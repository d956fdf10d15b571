import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { isConfirmed } from '../../domain/endpoints/endpoint.ts'
import { isMailed, type MailedFinding, toFindingKey } from '../../domain/health/finding.ts'
import { toObservedHour } from '../../domain/health/observations.ts'
import type { AnnouncedFinding } from '../../domain/outbox/notice.ts'
import { DAY, HOUR, later } from '../../domain/time.ts'
import type { ObservedForm } from '../../store/health/observations.ts'
import type { Context } from '../context.ts'
import { loadHealth } from './load-health.ts'

/** Days for which a finding must have been away before the owner is told about it again. */
const WELL_DAYS = 7
/** Only forms that were observed in these hours are checked: more hours than pass between two rounds of maintenance. */
const LOOK_BACK_HOURS = 3
/** Maximum number of findings of one email. */
const MAX_FINDINGS_PER_EMAIL = 5
/** Maximum time for which the email waits, for example while the mail server is down. */
const EMAIL_MAX_AGE_MS = 2 * DAY
/** Forms loaded at once. */
const FORMS_PER_ROUND = 100

/** Sends one email to the owner of each form whose page has begun to lose submissions or their data. */
export async function announceFindings(
  context: Context,
  now: Date,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const firstHour = toObservedHour(later(now, -LOOK_BACK_HOURS * HOUR))
  let after: number | null = 0
  while (after !== null && shouldContinue()) {
    const request = { after, firstHour, limit: FORMS_PER_ROUND }
    const page: { forms: ObservedForm[]; next: number | null } =
      await context.store.health.listObserved(request)
    for (const form of page.forms) await announceOf(context, form, now)
    after = page.next
  }
}

async function announceOf(context: Context, form: ObservedForm, now: Date): Promise<void> {
  const { endpoint, mailboxKey } = form
  if (!isConfirmed(endpoint) || endpoint.mailStoppedAt) return
  const { findings } = await loadHealth(context, { endpoint, now })
  const mailed = new Map(findings.filter(isMailed).map((finding) => [toFindingKey(finding), finding]))
  if (mailed.size === 0) return
  await context.store.health.announce({
    endpointKey: form.key,
    findings: [...mailed.keys()],
    wellSince: later(now, -WELL_DAYS * DAY),
    now,
    toNotice: (news) => ({
      notice: {
        kind: 'form_health',
        endpointId: endpoint.id,
        findings: news
          .flatMap((key) => mailed.get(key) ?? [])
          .slice(0, MAX_FINDINGS_PER_EMAIL)
          .map((finding) => toAnnouncedFinding(finding, now)),
      },
      // The recipient of a claimed endpoint is the mailbox of its owner.
      mailbox: mailboxIdentity(endpoint.recipient),
      mailboxKey,
      expiresAt: later(now, EMAIL_MAX_AGE_MS),
    }),
  })
}

function toAnnouncedFinding(finding: MailedFinding, now: Date): AnnouncedFinding {
  const since = (finding.since ?? now).toISOString()
  if (finding.code !== 'field_missing') return { code: finding.code, since, count: finding.count }
  const { code, field, sent, of, missingIn } = finding
  return { code, since, field, sent, of, missingIn }
}
