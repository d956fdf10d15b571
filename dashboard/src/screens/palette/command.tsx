import { Kbd } from '../../controls/kbd.tsx'
import type { Option } from '../../controls/option-search.tsx'

/** A command of the palette. */
export type Command = Omit<Option, 'onChoose' | 'group'> & {
  group: string
  /** `found`: by the service, which also looks into what is not shown. */
  kind: 'own' | 'found'
  /** Words by which it is found. */
  search: string
  run: () => unknown
}

/** Makes a command of our own, found by its name and further words. */
export function toCommand(command: {
  group: string
  icon: Option['icon']
  name: string
  keys?: string
  /** Further words by which it is found. */
  words?: string
  run: () => unknown
}): Command {
  const { group, icon, name, keys, words = '', run } = command
  return {
    id: `${group} ${name}`,
    group,
    label: name,
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
