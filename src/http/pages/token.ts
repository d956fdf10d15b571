import { IDLE_DAYS } from '../../domain/endpoint.ts'
import { html } from '../../html.ts'
import { page } from './layout.ts'

const REASONS = {
  unknown: {
    title: 'This link does not work',
    why: 'Nothing here belongs to it. It may have been cut short by a mail program.',
    what: 'Copy the whole link from the letter into the address bar of your browser, from beginning to end.',
  },
  expired: {
    title: 'This link has ended with its endpoint',
    why: `Nobody claimed the endpoint and nothing came for ${IDLE_DAYS} days, so it has expired. That cannot be undone.`,
    what: 'To go on, create a new endpoint and use its address instead.',
  },
  retired: {
    title: 'This link has ended with its endpoint',
    why: 'The endpoint has been retired: it takes nothing any more and sends no more letters. That cannot be undone.',
    what: 'To go on, create a new endpoint and use its address instead.',
  },
} as const

/** A link out of a letter that does not work, or no more: why, and what to do. */
export function tokenPage(input: { base: string; reason: 'unknown' | 'expired' | 'retired' }): string {
  const { title, why, what } = REASONS[input.reason]
  return page({
    base: input.base,
    language: 'en',
    title,
    body: html`<h1>${title}</h1>
<p class="lead">${why}</p>
<p>${what}</p>`,
  })
}
