import { createElement, Fragment, type ReactNode } from 'react'
import { compileMessage, type Message } from '../../../src/locales/message.ts'
import { language } from './language.ts'
import type { Messages, Namespace } from './messages.ts'

export type { Namespace }

/** Name of a message without arguments: `inbox.archive`. */
export type PlainKey = { [Key in keyof Messages]: Messages[Key] extends null ? Key : never }[keyof Messages]
/** Name of a message with arguments. */
export type FilledKey = Exclude<keyof Messages, PlainKey>

type Values<Key extends FilledKey> = NonNullable<Messages[Key]>
type Elements<Key extends FilledKey> = { [Argument in keyof Values<Key>]: ReactNode }

const texts = new Map<string, string | Message<Record<string, unknown>>>()

/** Adds the messages of a namespace: a folder of `screens/`, `owned` for `shell/owned` and `shell/keys`, `shell` for everything else. */
export function addTexts(namespace: Namespace, catalog: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(catalog))
    texts.set(`${namespace}.${name}`, compileMessage(text, language))
}

/**
 * Returns a text in the language of the page. Its namespace must be loaded: never call it while a module is evaluated,
 * only in a component or function.
 */
export function t(key: PlainKey): string
export function t<Key extends FilledKey>(key: Key, values: Values<Key>): string
export function t(key: string, values: Record<string, unknown> = {}): string {
  const text = find(key)
  return typeof text === 'string' ? text : text(values)
}

/** Returns a text whose arguments can be elements: `rich('people.removed', { name: <strong>{name}</strong> })`. */
export function rich<Key extends FilledKey>(key: Key, values: Elements<Key>): ReactNode {
  const text = find(key)
  return typeof text === 'string' ? text : createElement(Fragment, null, ...text.parts<ReactNode>(values))
}

function find(key: string) {
  const text = texts.get(key)
  if (text === undefined) throw new Error(`no text is loaded for ${key}`)
  return text
}
