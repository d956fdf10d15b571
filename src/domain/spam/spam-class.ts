/** Maximum number of spam submissions that a form holds of each class: a flood of one class pushes out no other. */
export const MAX_STORED_SPAM = 100

/** Returns the class of spam with these reasons: the strongest, without the rule that an engine names. */
export function getSpamClass(reasons: readonly string[]): string {
  const [first = 'spam'] = reasons
  return first.split(':', 1)[0] ?? first
}
