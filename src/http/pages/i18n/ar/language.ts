import type { LanguagePack } from '../language-pack.ts'
import { front } from './front.ts'
import { links } from './links.ts'
import { visitor } from './visitor.ts'

export const ar: LanguagePack = {
  name: 'العربية',
  locale: 'ar-u-nu-latn',
  direction: 'rtl',
  sentenceSpace: ' ',
  visitor,
  front,
  links,
}
