import type { LanguagePack } from '../language-pack.ts'
import { front } from './front.ts'
import { links } from './links.ts'
import { visitor } from './visitor.ts'

export const ar: LanguagePack = {
  visitor,
  front,
  links,
}
