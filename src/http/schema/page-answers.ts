import type { RefusalCode } from '../../domain/refusal.ts'
import type { DeclaredAnswer, PublicOperation } from '../kernel/register-route.ts'
import { TOKEN } from './parameters.ts'

export const A_PAGE: DeclaredAnswer = { description: 'A page.', media: ['text/html'] }

export const UNCHANGED: DeclaredAnswer = {
  description: 'Unchanged since the version that If-None-Match names.',
  headers: ['ETag'],
}

/** Answers of a link that starts emails. */
export const START_ANSWERS: Record<number, DeclaredAnswer> = {
  200: A_PAGE,
  429: { ...A_PAGE, description: 'The emails were started too often.', headers: ['Retry-After'] },
}

/** Declares the parts that all pages behind a link of an email share. */
export function tokenPage(
  refuses: readonly RefusalCode[],
): Pick<PublicOperation, 'tag' | 'parameters' | 'answers' | 'refuses' | 'refusesAs'> {
  return { tag: 'links', parameters: [TOKEN], answers: { 200: A_PAGE }, refuses, refusesAs: 'page' }
}
