import type { FrontWords } from './front-words.ts'
import type { LinkWords } from './link-words.ts'
import type { ReceiptWords } from './receipt-words.ts'
import type { ScriptWords } from './script-words.ts'
import type { StatsWords } from './stats-words.ts'
import type { VisitorWords } from './visitor-words.ts'

/** Word tables of one language. */
export type LanguagePack = {
  visitor: VisitorWords
  front: FrontWords
  links: LinkWords
  receipt: ReceiptWords
  script: ScriptWords
  stats: StatsWords
}
