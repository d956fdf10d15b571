import type { LanguagePack } from '../language-pack.ts'
import { front } from './front.ts'
import { links } from './links.ts'
import { visitor } from './visitor.ts'

export const en: LanguagePack = {
  name: 'English',
  locale: 'en-GB',
  direction: 'ltr',
  sentenceSpace: ' ',
  visitor,
  front,
  links,
}
