import { z } from 'zod'
import type { AccountFacts } from '../../actions/accounts/account.ts'
import type { Terms } from '../../actions/context.ts'
import { named } from '../schema/named-schemas.ts'
import { instant, Plan, planBody } from '../schema/shapes.ts'

/** Schema of an account. */
export const Account = named(
  'Account',
  z.object({
    email: z.string().describe('The email address that identifies the account.'),
    plan: Plan,
    created_at: instant,
    endpoints: z.int().describe('Number of endpoints, including retired ones.'),
    submissions: z.int().describe('Number of submissions received in total, without spam.'),
  }),
)

/** Formats an account by the schema `Account`. */
export function accountBody(terms: Terms, account: AccountFacts): z.infer<typeof Account> {
  return {
    email: account.mailbox,
    plan: planBody(terms, account.plan),
    created_at: account.createdAt.toISOString(),
    endpoints: account.endpoints,
    submissions: account.submissions,
  }
}
