import { z } from 'zod'
import type { AccountFacts } from '../../actions/accounts/account.ts'
import type { Terms } from '../../actions/context.ts'
import { named } from '../schema/named-schemas.ts'
import { instant, Plan, planBody } from '../schema/shapes.ts'

/** The account as its owner gets it. */
export const Account = named(
  'Account',
  z.object({
    mailbox: z.string().describe('The mailbox that the account is known by.'),
    plan: Plan,
    created_at: instant,
    endpoints: z.int().describe('Endpoints, the retired ones too.'),
    submissions: z.int().describe('Real submissions that they have received in all.'),
  }),
)

/** What `Account` describes. */
export function accountBody(terms: Terms, account: AccountFacts): z.infer<typeof Account> {
  return {
    mailbox: account.mailbox,
    plan: planBody(terms, account.plan),
    created_at: account.createdAt.toISOString(),
    endpoints: account.endpoints,
    submissions: account.submissions,
  }
}
