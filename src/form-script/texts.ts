/** A result that is shown with the text of the page, or else with one of these. */
export type Kind = keyof typeof TEXTS

export const TEXTS = {
  success: 'Thank you! Your message has been sent.',
  kept: 'Your message is kept in this browser and will be sent as soon as possible.',
  failed: 'Your message could not be sent. Check your connection and try again.',
  expired: 'Your message could not be sent within 24 hours. Check it and send it again.',
} as const
