import type { ScriptWords } from '../script-words.ts'

export const script: ScriptWords = {
  success: 'Thank you! Your message has been sent.',
  receipt: 'See what happens with your message',
  offline: 'You’re offline. ',
  kept: 'We saved your message in this browser and will send it when the connection is back. Clearing the browser’s data deletes it.',
  failed: 'Your message couldn’t be sent. Check your connection and try again.',
  expired: 'Your message couldn’t be sent within 24 hours. Check it and send it again.',
}
