import { LANGUAGE_FACTS } from '../../../src/domain/language.ts'
import { language } from './language.ts'

/** Space between two sentences of a paragraph, which some languages do without. */
export const sentenceSpace: string = LANGUAGE_FACTS[language].sentenceSpace

/** Colon between two names, with the spaces around it. */
export const colon: string = LANGUAGE_FACTS[language].colon
