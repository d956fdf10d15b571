/** Returns a short label for a spam reason. */
export function spamReasonLabel(reason: string): string {
  if (reason === 'honeypot') return 'Honeypot'
  if (reason === 'moved') return 'Moved by you'
  return reason.replaceAll('_', ' ')
}

/** Returns a sentence for a spam reason; unknown reasons are shown as the service names them. */
export function spamReasonText(reason: string): string {
  if (reason === 'honeypot') {
    return 'A hidden field was filled in. Only bots do that.'
  }
  return `Reason: “${reason}”.`
}
