import { Dialog as Base } from '@base-ui/react/dialog'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useSignOut } from '../../api/accounts/sessions.ts'
import { leave } from '../../api/client/call.ts'
import { useFindAll } from '../../api/endpoints/find-all.ts'
import type { OwnedKind } from '../../api/endpoints/owned.ts'
import { useTypedSearch } from '../../controls/fields/typed-search.ts'
import { type Option, OptionSearch } from '../../controls/option-search.tsx'
import { toSearchWords } from '../../controls/search-words.ts'
import { t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { useOtherPlaces } from '../../shell/frame/other-places.ts'
import { SETTINGS_PLACES, WORK_PLACES } from '../../shell/frame/places.ts'
import { useTheme } from '../../shell/frame/theme.ts'
import { KINDS, linkTo, OWNED_KINDS } from '../../shell/owned/kinds.ts'
import { useDensity } from '../inbox/list/density.ts'
import { type Command, toCommand } from './command.tsx'
import { useFound } from './found-commands.tsx'
import { GUIDES } from './guides.ts'
import { ACCOUNT_COMMANDS, ENDPOINT_COMMANDS } from './settings-commands.ts'

const LABEL = 'Search or jump to'

/** Command palette: screens, endpoints of every kind, submissions of all folders, actions and documents. */
export function Palette(props: { open: boolean; onClose: () => void; onHelp: () => void }) {
  const { open, onClose, onHelp } = props
  // Read before the search field takes the focus.
  const [opener] = useState(() => document.activeElement)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Base.Popup
          aria-label={LABEL}
          finalFocus={() => (opener instanceof HTMLElement ? opener : true)}
          className="floating fixed z-50 flex max-h-[80dvh] flex-col max-sm:inset-x-2 max-sm:top-2 sm:top-[12dvh] sm:left-1/2 sm:w-[calc(100vw-2rem)] sm:max-w-xl sm:-translate-x-1/2"
        >
          <Content onClose={onClose} onHelp={onHelp} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Content({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [q, setQ] = useState('')
  const { text, setText } = useTypedSearch(q, (next) => setQ(next ?? ''))
  const { data, isFetching, isError, isPlaceholderData } = useFindAll(q)
  const typed = useDeferredValue(text.trim())
  const words = toSearchWords(typed)
  const choose = (run: () => unknown) => () => {
    onClose()
    run()
  }
  const all = [...useCommands(onHelp), ...useSettingsCommands(typed), ...useFound(data, { q, words })]
  // Results of an earlier query stay while they match.
  const isFound = typed === q && !isPlaceholderData
  const matching = all.filter(({ kind, search }) => (kind === 'found' && isFound) || matches(search, words))
  const ordered = matching.toSorted((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group))
  const options = ordered.map(
    ({ run, search: _, kind: __, ...option }): Option => ({ ...option, onChoose: choose(run) }),
  )
  const isWaiting = isFetching || typed !== q
  return (
    <OptionSearch
      label={LABEL}
      placeholder="Search or jump to…"
      text={text}
      onText={setText}
      options={options}
      note={getNote({ isError, isWaiting, number: options.length })}
      className="max-h-[inherit]"
    />
  )
}

const GROUPS = ['Go to', 'Forms', 'Telemetry', 'Queues', 'Submissions', 'Actions', 'Documents']

/** Folders beside the inbox. */
const FOLDERS = [
  { folder: 'spam', icon: 'spam', name: 'Show the spam folder' },
  { folder: 'archive', icon: 'archive', name: 'Show the archive' },
  { folder: 'trash', icon: 'trash', name: 'Show the trash' },
] as const

function useCommands(onHelp: () => void): Command[] {
  const navigate = useNavigate()
  const others = useOtherPlaces()
  const signOut = useAction(useSignOut(), { failed: 'Not signed out', onDone: () => leave('/') })
  const [, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  const action = (command: { icon: Option['icon']; name: string; keys?: string; run: () => unknown }) =>
    toCommand({ ...command, group: 'Actions' })
  return [
    ...[...WORK_PLACES, ...others, ...SETTINGS_PLACES].map(({ to, label, icon, keys }) =>
      toCommand({ group: 'Go to', icon, name: t(label), keys, run: () => navigate({ to }) }),
    ),
    ...OWNED_KINDS.map((kind) => {
      const { one, list } = KINDS[kind]
      return action({
        icon: 'plus',
        name: `New ${one}`,
        run: () => navigate({ to: list, search: { create: 1 } }),
      })
    }),
    action({
      icon: 'mail',
      name: 'Show unread submissions',
      run: () => navigate({ to: '/inbox', search: { unread: 1 } }),
    }),
    ...FOLDERS.map(({ folder, icon, name }) =>
      action({ icon, name, run: () => navigate({ to: '/inbox', search: { folder } }) }),
    ),
    action(
      density === 'compact'
        ? { icon: 'list', name: 'Comfortable rows', run: () => setDensity('comfortable') }
        : { icon: 'list', name: 'Compact rows', run: () => setDensity('compact') },
    ),
    action({ icon: 'sun', name: 'Light theme', run: () => setTheme('light') }),
    action({ icon: 'moon', name: 'Dark theme', run: () => setTheme('dark') }),
    action({ icon: 'system', name: 'Theme of the system', run: () => setTheme('system') }),
    action({ icon: 'help', name: 'Keyboard shortcuts', keys: '?', run: onHelp }),
    action({
      icon: 'signout',
      name: 'Sign out',
      run: () => signOut(),
    }),
    ...GUIDES.map(({ path, title, words }) =>
      toCommand({
        group: 'Documents',
        icon: 'external',
        name: title,
        words,
        run: () => window.location.assign(path),
      }),
    ),
  ]
}

/** Commands of all settings pages, once something is typed; those of endpoints lead to the open one, else to the list. */
function useSettingsCommands(typed: string): Command[] {
  const navigate = useNavigate()
  const { endpointId, telemetryId, queueId } = useParams({ strict: false })
  if (typed === '') return []
  const opened = { endpoints: endpointId, telemetry: telemetryId, queues: queueId }
  const open = (kind: OwnedKind, section: string | undefined) => {
    const id = opened[kind]
    if (id === undefined) return navigate({ to: KINDS[kind].list })
    if (section === undefined) return navigate({ ...linkTo(kind, id), search: { view: 'settings' } })
    return navigate({ to: '/forms/$endpointId/settings/{-$section}', params: { endpointId: id, section } })
  }
  const ofEndpoints = OWNED_KINDS.flatMap((kind) =>
    ENDPOINT_COMMANDS[kind].map(({ section, ...command }) =>
      toCommand({
        ...command,
        group: 'Actions',
        name: `${command.name} ${opened[kind] === undefined ? 'a' : 'this'} ${KINDS[kind].one}`,
        run: () => open(kind, section),
      }),
    ),
  )
  const ofAccount = ACCOUNT_COMMANDS.map(({ to, ...command }) =>
    toCommand({ ...command, group: 'Actions', run: () => navigate({ to }) }),
  )
  return [...ofEndpoints, ...ofAccount]
}

/** Returns true if every word begins a word of the text. */
function matches(text: string, words: readonly string[]): boolean {
  const own = toSearchWords(text)
  return words.every((word) => own.some((one) => one.startsWith(word)))
}

function getNote(state: { isError: boolean; isWaiting: boolean; number: number }): string | null {
  if (state.isError) return "Couldn't search. Check your connection."
  if (state.number > 0) return null
  return state.isWaiting ? 'Searching…' : 'No results'
}
