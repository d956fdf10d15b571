import type { LanguagePack } from '../language-pack.ts'
import { front } from './front.ts'
import { links } from './links.ts'
import { visitor } from './visitor.ts'

export const ja: LanguagePack = {
  name: '日本語',
  locale: 'ja',
  direction: 'ltr',
  sentenceSpace: '',
  visitor,
  front,
  links,
}
