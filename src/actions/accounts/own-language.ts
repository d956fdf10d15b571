import type { Language } from '../../domain/language.ts'
import type { Context } from '../context.ts'
import type { Caller } from './caller.ts'

/** Returns the language that the person has chosen for the dashboard; null: the browser's. */
export function findOwnLanguage(context: Context, { person }: Caller): Promise<Language | null> {
  return context.store.accounts.findLanguage(person.accountKey)
}

/** Remembers the language of the dashboard with the person, in whichever account they act. */
export async function setOwnLanguage(
  context: Context,
  { person }: Caller,
  language: Language | null,
): Promise<void> {
  await context.store.accounts.setLanguage({ accountKey: person.accountKey, language })
}
