import type { Language } from '../../../../domain/language.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { NoticeContents } from './notice-contents.ts'
import { shownName } from './submitted-text.ts'

/**
 * Composes the email that asks a new destination to confirm. It contains nothing that the owner can choose, because
 * anyone with an account can have it sent to anyone.
 *
 * @param input.ownerHint masked address of the owner, `j***@a***.org`
 */
export function destinationContents(input: {
  language: Language
  endpointId: string
  ownerHint: string
  base: string
  url: string
  stopUrl: string
}): NoticeContents {
  const { language, endpointId, ownerHint, base, url, stopUrl } = input
  const words = textsIn(language).emails.notice.destination
  return {
    language,
    subject: words.heading,
    preview: words.preview,
    heading: words.heading,
    paragraphs: [words.opening({ base }), words.form({ id: endpointId, owner: ownerHint })],
    button: { label: words.button, url },
    code: null,
    notes: [words.note],
    stop: { label: words.stop, url: stopUrl },
  }
}

/**
 * Composes the email that asks a person, whom anyone with an account can name: to join an account, or to take a form over. It
 * contains nothing that the sender can choose.
 *
 * @param input.ownerHint masked address of the person who holds the account, `j***@a***.org`
 */
export function ownersRequestContents(input: {
  language: Language
  what: 'invitation' | 'handOverRequest'
  ownerHint: string
  base: string
  url: string
}): NoticeContents {
  const { language, what, ownerHint, base, url } = input
  const words = textsIn(language).emails.notice[what]
  return {
    language,
    subject: words.heading,
    preview: words.preview,
    heading: words.heading,
    paragraphs: [words.opening({ base }), words.owner({ owner: ownerHint })],
    button: { label: words.button, url },
    code: null,
    notes: [words.note],
    stop: { label: words.stop, url },
  }
}

/** Composes an email about the progress of a hand-over: that the new owner accepted it, or that the form has moved. */
export function handOverContents(input: {
  language: Language
  what: 'accepted' | 'given' | 'received'
  endpointId: string
  recipient: string
  /** Name of the form. */
  name: string | null
  base: string
}): NoticeContents {
  const { language, what, endpointId, recipient, base } = input
  const { accepted, given, received } = textsIn(language).emails.notice.handOver
  const form = shownName(input.name) ?? endpointId
  const url = `${base}/app/forms/${endpointId}`
  const common = { language, code: null, notes: [], stop: null }
  switch (what) {
    case 'accepted': {
      const heading = accepted.heading({ recipient })
      const text = accepted.text({ recipient, form })
      const button = { label: accepted.button, url: `${url}/settings/danger` }
      return { ...common, subject: heading, preview: text, heading, paragraphs: [text], button }
    }
    case 'given': {
      const heading = given.heading({ recipient })
      const text = given.text({ recipient, form })
      return { ...common, subject: heading, preview: text, heading, paragraphs: [text], button: null }
    }
    case 'received': {
      const heading = received.heading({ form })
      const text = received.text({ form })
      const button = { label: received.button, url }
      return { ...common, subject: heading, preview: text, heading, paragraphs: [text], button }
    }
  }
}
