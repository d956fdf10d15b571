import type { FrontWords } from './front-words.ts'
import type { LinkWords } from './link-words.ts'
import type { VisitorWords } from './visitor-words.ts'

/** Everything that one language needs: its folder holds one file for each word table. */
export type LanguagePack = {
  /** In the language itself. */
  name: string
  /** BCP 47 locale of numbers and dates. */
  locale: string
  direction: 'ltr' | 'rtl'
  visitor: VisitorWords
  front: FrontWords
  links: LinkWords
}
