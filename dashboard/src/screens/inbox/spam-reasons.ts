/** Why something is in the spam folder, in two words. */
export function reasonInShort(reason: string): string {
  if (reason === 'honeypot') return 'Honeypot'
  if (reason === 'moved') return 'Moved by you'
  return reason.replaceAll('_', ' ')
}

/** The same in a sentence. A reason that this dashboard does not know yet is named as the service names it. */
export function reasonExplained(reason: string): string {
  if (reason === 'honeypot') {
    return 'A field that people cannot see was filled in. Programs that fill in every field do that.'
  }
  return `The service gave the reason “${reason}”.`
}
