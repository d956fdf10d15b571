import { Kbd } from '../../controls/kbd.tsx'
import type { Option } from '../../controls/option-search.tsx'
import type { PlainKey } from '../../language/texts.ts'

/** Groups of commands, in the order in which they are shown. */
export const GROUPS = {
  places: 'palette.groups.places',
  endpoints: 'shell.places.forms',
  telemetry: 'shell.places.telemetry',
  queues: 'shell.places.queues',
  submissions: 'palette.groups.submissions',
  actions: 'palette.groups.actions',
  documents: 'palette.groups.documents',
} as const satisfies Record<string, PlainKey>

type Group = keyof typeof GROUPS

/** A command of the palette. */
export type Command = Omit<Option, 'onChoose' | 'group'> & {
  group: Group
  /** `found`: by the service, which also looks into what is not shown. */
  kind: 'own' | 'found'
  /** Words by which it is found. */
  search: string
  run: () => unknown
}

/** Makes a command of our own, found by its name and further words. */
export function toCommand(command: {
  group: Group
  icon: Option['icon']
  name: string
  /** Language of the name, where it is not that of the page. */
  lang?: 'en'
  keys?: string
  /** Further words by which it is found. */
  words: string
  run: () => unknown
}): Command {
  const { group, icon, name, lang, keys, words, run } = command
  return {
    id: `${group} ${name}`,
    group,
    label: lang === undefined ? name : <span lang={lang}>{name}</span>,
    search: `${name} ${words}`,
    kind: 'own',
    run,
    ...(icon ? { icon } : {}),
    ...(keys
      ? {
          end: (
            <span className="pointer-coarse:hidden">
              <Kbd keys={keys} />
            </span>
          ),
        }
      : {}),
  }
}
