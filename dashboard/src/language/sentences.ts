import { LANGUAGE_FACTS } from '../../../src/domain/language.ts'
import { language } from './language.ts'

/** Space between two sentences of a paragraph, which some languages do without. */
export const sentenceSpace: string = LANGUAGE_FACTS[language].sentenceSpace
