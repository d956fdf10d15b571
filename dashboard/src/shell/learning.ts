import type { Account } from '../api/schema.ts'
import { count } from '../controls/numbers.ts'
import { t } from '../language/texts.ts'

type Learned = Pick<Account['learned'], 'spam' | 'real' | 'needed'>

/** Returns true once enough was learned to judge submissions. */
export function hasLearned({ spam, real, needed }: Learned): boolean {
  return spam >= needed && real >= needed
}

/** Describes how far the spam filter is: "8 of 10 spam, 10 of 10 real: learns after 2 more." */
export function describeLearning(learned: Learned): string {
  const { spam, real, needed } = learned
  if (hasLearned(learned)) return t('shell.learning.done', { spam: count(spam), real: count(real) })
  const part = (number: number) => count(Math.min(number, needed))
  const more = Math.max(0, needed - spam) + Math.max(0, needed - real)
  const facts = { spam: part(spam), real: part(real), needed: count(needed), more: count(more) }
  return t('shell.learning.running', facts)
}
