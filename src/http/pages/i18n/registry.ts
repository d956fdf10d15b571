import type { Language } from '../../../domain/language.ts'
import { ar } from './ar/language.ts'
import { de } from './de/language.ts'
import { en } from './en/language.ts'
import { es } from './es/language.ts'
import { fr } from './fr/language.ts'
import { ja } from './ja/language.ts'
import type { LanguagePack } from './language-pack.ts'
import { pt } from './pt/language.ts'
import { zh } from './zh/language.ts'

/** Word tables of the pages by language. */
export const LANGUAGE_PACKS = { en, de, fr, es, pt, ja, zh, ar } satisfies Record<Language, LanguagePack>
