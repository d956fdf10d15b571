import type { Language } from '../../../../domain/language.ts'
import * as ar from './ar/words.ts'
import * as de from './de/words.ts'
import * as en from './en/words.ts'
import * as es from './es/words.ts'
import * as fr from './fr/words.ts'
import * as ja from './ja/words.ts'
import type { NoticeWords } from './notice-words.ts'
import * as pt from './pt/words.ts'
import type { SubmissionWords } from './submission-words.ts'
import * as zh from './zh/words.ts'

/** Word tables of the emails by language. */
const EMAIL_WORDS: Readonly<Record<Language, { submission: SubmissionWords; notice: NoticeWords }>> = {
  en,
  de,
  fr,
  es,
  pt,
  ja,
  zh,
  ar,
}

/** Returns the sentences of emails that carry a submission. */
export function submissionWordsIn(language: Language): SubmissionWords {
  return EMAIL_WORDS[language].submission
}

/** Returns the sentences of all other emails. */
export function noticeWordsIn(language: Language): NoticeWords {
  return EMAIL_WORDS[language].notice
}
