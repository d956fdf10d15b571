import type { LanguagePack } from '../language-pack.ts'
import { front } from './front.ts'
import { links } from './links.ts'
import { receipt } from './receipt.ts'
import { script } from './script.ts'
import { stats } from './stats.ts'
import { visitor } from './visitor.ts'

export const de: LanguagePack = {
  visitor,
  front,
  links,
  receipt,
  script,
  stats,
}
