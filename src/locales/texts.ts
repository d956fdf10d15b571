import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CONFIRM_KEY_DAYS, EXPIRED_KEY_WAIT_DAYS } from '../domain/accounts/email-key.ts'
import { INVITATION_DAYS } from '../domain/accounts/member.ts'
import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../domain/accounts/sign-in.ts'
import { FAILING_DAYS } from '../domain/destinations/web-destination.ts'
import { DECLINE_DAYS_AFTER_CLAIM, UNDO_DECLINE_HOURS } from '../domain/endpoints/decline.ts'
import { IDLE_DAYS } from '../domain/endpoints/endpoint.ts'
import { HAND_OVER_DAYS } from '../domain/endpoints/hand-over.ts'
import { UNCLAIMED_CAP } from '../domain/endpoints/kinds/form.ts'
import { MALWARE_DAYS } from '../domain/files/stored-file.ts'
import type { Language } from '../domain/language.ts'
import { STATUS_DAYS } from '../domain/maintenance/status.ts'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../domain/submissions/fields.ts'
import { MAX_EMAILS_PER_DAY } from '../domain/telemetry/watch.ts'
import type { Arguments } from './arguments.ts'
import { compileMessage, type Message } from './message.ts'

/** Limits that a message can name without being passed them. */
export const LIMITS: Readonly<Record<string, number>> = {
  idleDays: IDLE_DAYS,
  unclaimedCap: UNCLAIMED_CAP,
  maxFields: MAX_FIELDS,
  maxKibibytes: MAX_BODY_BYTES / 1024,
  signInMinutes: SIGN_IN_MINUTES,
  maxCodeTries: MAX_CODE_TRIES,
  undoDeclineHours: UNDO_DECLINE_HOURS,
  declineDaysAfterClaim: DECLINE_DAYS_AFTER_CLAIM,
  failingDays: FAILING_DAYS,
  maxWatchEmails: MAX_EMAILS_PER_DAY,
  malwareDays: MALWARE_DAYS,
  confirmKeyDays: CONFIRM_KEY_DAYS,
  invitationDays: INVITATION_DAYS,
  handOverDays: HAND_OVER_DAYS,
  keyWaitDays: EXPIRED_KEY_WAIT_DAYS,
  statusDays: STATUS_DAYS,
}

type Catalog = typeof import('./en.json')
type Key = Exclude<keyof Catalog, `@${string}` | 'default'>

/** Messages below a path: a message without arguments is a string, all others are functions. */
type Tree<Keys extends string, Above extends string = ''> = {
  readonly [Step in Keys extends `${infer First}.${string}` ? First : Keys]: Step extends Keys
    ? Text<`${Above}${Step}`>
    : Tree<Keys extends `${Step}.${infer Rest}` ? Rest : never, `${Above}${Step}.`>
}
type Text<Path extends string> = Path extends keyof Arguments ? Message<Arguments[Path]> : string

/** All messages of a language by their paths: `"visitor.thanks.title"` in the file is `visitor.thanks.title` here. */
export type Texts = Tree<Key>

const loaded = new Map<Language, Texts>()

/** Returns the messages of a language, and reads its file the first time. */
export function textsIn(language: Language): Texts {
  const known = loaded.get(language)
  if (known) return known
  const texts = toTree(readCatalog(language), language)
  loaded.set(language, texts)
  return texts
}

/** Reads the messages of a language by path, without the notes for translators, whose names begin with `@`. */
export function readCatalog(language: Language): Map<string, string> {
  const file = path.join(import.meta.dirname, `${language}.json`)
  const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  return new Map(entries.filter(([name]) => !name.startsWith('@')))
}

type Node = { [step: string]: Node | string | Message<never> }

function toTree(catalog: ReadonlyMap<string, string>, language: Language): Texts {
  const root: Node = {}
  for (const [name, text] of catalog) {
    const steps = name.split('.')
    const last = steps.pop() ?? ''
    let node = root
    for (const step of steps) {
      node[step] ??= {}
      node = node[step] as Node
    }
    node[last] = compileMessage(withLimits(text), language)
  }
  return root as Texts
}

function withLimits(text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (argument, name) => (name in LIMITS ? String(LIMITS[name]) : argument))
}
