import { groupFingerprint } from '../../../../domain/accounts/email-key.ts'
import { formatInstant, type Language } from '../../../../domain/language.ts'
import type { EmailKeyNews } from '../../../../domain/outbox/notice.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { Facts, NoticeContents } from './notice-contents.ts'

type Parts = Pick<NoticeContents, 'heading' | 'paragraphs' | 'button' | 'notes'>

/** Composes an email about an owner's OpenPGP key. Only the one that asks to confirm a key is encrypted to it. */
export function emailKeyContents(input: {
  language: Language
  news: EmailKeyNews
  /** URL of the page that confirms the key; null for other news. */
  confirmUrl: string | null
  base: string
}): NoticeContents {
  const { language } = input
  const parts = composeParts(input)
  return {
    ...parts,
    language,
    subject: parts.heading,
    preview: textsIn(language).emails.notice.emailKey.preview,
    code: null,
    stop: null,
  }
}

function composeParts({ language, news, confirmUrl, base }: Parameters<typeof emailKeyContents>[0]): Parts {
  const words = textsIn(language).emails.notice.emailKey
  const { labels, waiting } = words
  const key = toFact(labels.key, news.fingerprint)
  const button = { label: words.button, url: `${base}/app/settings/encryption` }
  const notYou = words.notYou({ signInUrl: `${base}/sign-in` })
  switch (news.what) {
    case 'confirm': {
      const { heading, opening, note, ...confirm } = words.confirm
      return {
        heading,
        paragraphs: [opening({ base }), { facts: [key] }],
        button: { label: confirm.button, url: confirmUrl ?? base },
        notes: [note, notYou],
      }
    }
    case 'replaced': {
      const { heading, opening } = words.replaced
      const facts = [key, toFact(labels.before, news.before)]
      return { heading, paragraphs: [opening({ base }), { facts }], button, notes: [notYou] }
    }
    case 'removed': {
      const { heading, opening } = words.removed
      return { heading, paragraphs: [opening({ base }), { facts: [key] }], button, notes: [notYou] }
    }
    case 'expiring':
    case 'expired': {
      const { heading, opening } = words[news.what]
      const time = formatInstant(language, new Date(news.expiresAt))
      return {
        heading,
        paragraphs: [opening({ base, time }), { facts: [key] }, waiting],
        button,
        notes: [],
      }
    }
  }
}

function toFact(name: string, fingerprint: string): Facts['facts'][number] {
  return { name, value: groupFingerprint(fingerprint), aside: null }
}
