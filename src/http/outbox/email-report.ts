import { z } from 'zod'
import { MAX_REPORTED_DOMAINS } from '../../actions/outbox/email-report.ts'
import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import { EMAIL_DAYS, type EmailTally, OTHER_DOMAINS } from '../../domain/outbox/email-counts.ts'
import {
  BOUNCED_SHARE_LIMIT,
  COMPLAINT_SHARE_LIMIT,
  type EmailReputation,
  getCeilingPerHour,
} from '../../domain/outbox/email-reputation.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, queryInteger } from '../schema/shapes.ts'

const DEFAULT_DAYS = 30
const COUNTED = {
  sent: z.int().describe('Accepted by the mail server.'),
  delayed: z.int().describe('Attempts that were deferred and will be repeated.'),
  bounced: z.int().describe('Refused for good, immediately or by a later report.'),
  complaints: z.int().describe('Marked as spam by their recipients.'),
}
const Tally = z.object(COUNTED)
const unconfirmed = Tally.describe(
  'Of these, the emails about endpoints that nobody has confirmed, whose recipients strangers choose.',
)

const EmailReport = named(
  'EmailReport',
  z.object({
    days: z.array(
      z.object({
        day: z.iso.date().describe('In UTC; days without emails are left out.'),
        ...COUNTED,
        unconfirmed,
      }),
    ),
    domains: z
      .array(
        z.object({
          domain: z
            .string()
            .describe(`\`${OTHER_DOMAINS}\`: all domains beyond the number that a day counts separately.`),
          ...COUNTED,
          unconfirmed,
          last_error: z.object({ text: z.string(), at: instant }).nullable(),
        }),
      )
      .describe('Recipient domains: those with the most problems first, then those with the most emails.'),
    domains_left: z.int().describe(`Number of domains beyond ${MAX_REPORTED_DOMAINS} that are left out.`),
    reputation: z.object({
      emails: z.int().describe('Emails of the last 24 hours about endpoints that nobody has confirmed.'),
      bounced: z.int(),
      complaints: z.int(),
      bounced_limit: z.number(),
      complaints_limit: z.number(),
      reduced: z.boolean().describe('true: fewer of them are sent, and the others wait.'),
      networks_held: z.int().describe('Networks whose emails wait: those about endpoints that they created.'),
      per_hour: z
        .int()
        .nullable()
        .describe(
          'Number of these emails that the instance currently sends in an hour; null without a limit.',
        ),
    }),
  }),
)
const NONE = { sent: 0, delayed: 0, bounced: 0, complaints: 0 }

/** Declares `GET /operator/emails`, for the accounts that `FORMSLOT_OPERATORS` names. */
export function emailReportRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, operators, emailsPerHour } = deps

  function toReputation(reputation: EmailReputation) {
    const { emails, bounced, complaints, isReduced, heldNetworks } = reputation
    const isLimited = emailsPerHour > 0
    return {
      emails,
      bounced,
      complaints,
      bounced_limit: BOUNCED_SHARE_LIMIT,
      complaints_limit: COMPLAINT_SHARE_LIMIT,
      reduced: isLimited && isReduced,
      networks_held: isLimited ? heldNetworks.size : 0,
      per_hour: isLimited ? getCeilingPerHour(emailsPerHour, reputation) : null,
    }
  }

  return [
    apiRoute({
      method: 'GET',
      path: '/operator/emails',
      needs: 'session',
      fresh: false,
      tag: 'operator',
      operationId: 'showEmailReport',
      summary: 'Get the counts of all emails of this instance, by day and by domain.',
      description:
        'For the accounts that the operator has listed in `FORMSLOT_OPERATORS`; all others get 404. The report contains no addresses.',
      query: z.strictObject({
        days: queryInteger({ max: EMAIL_DAYS, usual: DEFAULT_DAYS }).describe(
          `Number of days up to today, default ${DEFAULT_DAYS}.`,
        ),
        domain: z
          .string()
          .regex(/^[a-z0-9.-]{1,253}$/, 'Use the characters of a domain, in lower case.')
          .optional()
          .describe('Only domains that contain this text.'),
      }),
      body: NOTHING,
      refuses: ['not_found'],
      answer: {
        status: 200,
        description: 'The counts.',
        schema: EmailReport,
        example: {
          days: [{ day: '2026-11-20', ...NONE, sent: 240, bounced: 3, unconfirmed: { ...NONE, sent: 12 } }],
          domains: [
            {
              domain: 'acme.org',
              ...NONE,
              sent: 37,
              bounced: 3,
              unconfirmed: { ...NONE, sent: 12 },
              last_error: { text: 'rcpt_to: 550 5.1.1 no such user', at: '2026-11-20T10:00:00.000Z' },
            },
          ],
          domains_left: 0,
          reputation: {
            emails: 12,
            bounced: 0,
            complaints: 0,
            bounced_limit: BOUNCED_SHARE_LIMIT,
            complaints_limit: COMPLAINT_SHARE_LIMIT,
            reduced: false,
            networks_held: 0,
            per_hour: 500,
          },
        },
      },
      async handle({ caller, query, now }) {
        if (!operators.has(mailboxIdentity(caller.mailbox))) return refused({ code: 'not_found' })
        await deps.flushEmailCounts()
        const report = await actions.loadEmailReport({ ...query, now })
        return answered({
          days: report.days.map(({ day, all, unproven }) => ({
            day: new Date(day).toISOString().slice(0, '2026-11-20'.length),
            ...toTally(all),
            unconfirmed: toTally(unproven),
          })),
          domains: report.domains.map(({ domain, all, unproven, error }) => ({
            domain,
            ...toTally(all),
            unconfirmed: toTally(unproven),
            last_error: error && { text: error.text, at: error.at.toISOString() },
          })),
          domains_left: report.domainsLeft,
          reputation: toReputation(report.reputation),
        })
      },
    }),
  ]
}

function toTally({ sent, delayed, bounced, complaints }: EmailTally): EmailTally {
  return { sent, delayed, bounced, complaints }
}
