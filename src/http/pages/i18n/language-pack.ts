import type { FrontWords } from './front-words.ts'
import type { LinkWords } from './link-words.ts'
import type { VisitorWords } from './visitor-words.ts'

/** Word tables and facts of one language. */
export type LanguagePack = {
  /** Name of the language in the language itself. */
  name: string
  /** BCP 47 locale of numbers and dates. */
  locale: string
  direction: 'ltr' | 'rtl'
  /** Space between two sentences: none after the full stop of Chinese and Japanese. */
  sentenceSpace: ' ' | ''
  visitor: VisitorWords
  front: FrontWords
  links: LinkWords
}
