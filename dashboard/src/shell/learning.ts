import type { Account } from '../api/schema.ts'

type Learned = Pick<Account['learned'], 'spam' | 'real' | 'needed'>

/** Returns true once enough was learned to judge submissions. */
export function hasLearned({ spam, real, needed }: Learned): boolean {
  return spam >= needed && real >= needed
}

/** Describes how far the spam filter is: "8 of 10 spam, 10 of 10 real: learns after 2 more." */
export function describeLearning(learned: Learned): string {
  const { spam, real, needed } = learned
  if (hasLearned(learned)) return `Has learned from ${spam} spam and ${real} real submissions.`
  const part = (number: number) => `${Math.min(number, needed)} of ${needed}`
  const more = Math.max(0, needed - spam) + Math.max(0, needed - real)
  return `${part(spam)} spam, ${part(real)} real: learns after ${more} more.`
}
