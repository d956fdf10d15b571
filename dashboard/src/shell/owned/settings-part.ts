import type { ChangeOf, OwnedKind, OwnedOf } from '../../api/endpoints/owned.ts'

/** Fields of a form for settings, as the owner edits them, by their names in the API. */
export type Fields = Record<string, string>

/** A part of the settings that is edited and saved together. */
export type SettingsPart<Kind extends OwnedKind, Draft extends Fields> = {
  /** Names its draft among those of the endpoint, without spaces. */
  name: string
  toDraft(owned: OwnedOf<Kind>): Draft
  /** Returns all its settings as the API takes them. */
  toRequest(draft: Draft): ChangeOf<Kind>
  /** Returns a sentence for each field that is not valid. */
  findFaults?(draft: Draft): Partial<Record<keyof Draft, string>>
}

/** Lists only changed settings, so that concurrent changes of others survive; those of a group one by one. */
export function listChanges<Request extends object>(after: Request, before: Request): Request {
  const changed: [string, unknown][] = Object.entries(pickChanged(after, before))
  const pairs = changed.map(([name, value]) => {
    const saved: unknown = Reflect.get(before, name)
    return [name, isGroup(value) && isGroup(saved) ? pickChanged(value, saved) : value]
  })
  return Object.fromEntries(pairs)
}

function pickChanged(after: object, before: object) {
  const pairs = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
  )
  return Object.fromEntries(pairs)
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Splits the text of a field into entries, one a line. */
export function readEntries(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  return lines.filter((line) => line !== '')
}
