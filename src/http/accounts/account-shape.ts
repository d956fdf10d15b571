import { z } from 'zod'
import type { AccountFacts } from '../../actions/accounts/account.ts'
import type { Terms } from '../../actions/context.ts'
import { MIN_LESSONS } from '../../domain/spam/words/word-score.ts'
import { named } from '../schema/named-schemas.ts'
import { instant, Plan, planBody } from '../schema/shapes.ts'

/** Schema of an account. */
export const Account = named(
  'Account',
  z.object({
    email: z.string().describe('The email address that identifies the account.'),
    plan: Plan,
    created_at: instant,
    spam_digest: z
      .boolean()
      .describe(
        'true: an email once a week says what is in the spam folder, if something in it was found by its content and not seen.',
      ),
    learned: z
      .object({
        spam: z.int().describe('Number of submissions that were learned as spam.'),
        real: z
          .int()
          .describe(
            'Number of submissions that were learned as real, rounded down. Those that were answered, or left in the inbox for a week after they were opened, count half.',
          ),
        needed: z.int().describe('Number of each kind from which on learned words judge submissions.'),
        words: z.int().describe('Number of words and pairs of words that are stored of them, as hashes.'),
      })
      .describe('What the spam filter has learned from what its owner did with submissions.'),
    endpoints: z.int().describe('Number of endpoints, including retired ones.'),
    submissions: z.int().describe('Number of submissions received in total, without spam.'),
  }),
)

/** Schema of a change of the account's settings. */
export const AccountChange = named(
  'AccountChange',
  z.strictObject({
    spam_digest: z.boolean().optional().describe('false: no weekly email about the spam folder.'),
  }),
)

/** Formats an account by the schema `Account`. */
export function accountBody(terms: Terms, account: AccountFacts): z.infer<typeof Account> {
  return {
    email: account.mailbox,
    plan: planBody(terms, account.plan),
    created_at: account.createdAt.toISOString(),
    spam_digest: account.spamDigestStoppedAt === null,
    learned: {
      spam: account.lessons.spam,
      real: Math.floor(account.lessons.ham),
      needed: MIN_LESSONS,
      words: account.learnedWords,
    },
    endpoints: account.endpoints,
    submissions: account.submissions,
  }
}
