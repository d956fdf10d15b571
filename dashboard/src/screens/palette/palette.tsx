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
import { language } from '../../language/language.ts'
import { type PlainKey, t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { useOtherPlaces } from '../../shell/frame/other-places.ts'
import { SETTINGS_PLACES, WORK_PLACES } from '../../shell/frame/places.ts'
import { useTheme } from '../../shell/frame/theme.ts'
import { KINDS, linkTo, OWNED_KINDS } from '../../shell/owned/kinds.ts'
import { useDensity } from '../inbox/list/density.ts'
import { type Command, GROUPS, toCommand } from './command.tsx'
import { useFound } from './found-commands.tsx'
import { GUIDES } from './guides.ts'
import { matches } from './matches.ts'
import { ACCOUNT_COMMANDS, ENDPOINT_COMMANDS, PLACE_WORDS } from './settings-commands.ts'

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
          aria-label={t('palette.label')}
          finalFocus={() => (opener instanceof HTMLElement ? opener : true)}
          className="floating fixed z-50 flex max-h-[80dvh] flex-col max-sm:inset-x-2 max-sm:top-2 sm:top-[12dvh] sm:inset-x-0 sm:mx-auto sm:w-[calc(100vw-2rem)] sm:max-w-xl"
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
  const ordered = matching.toSorted((one, other) => ORDER.indexOf(one.group) - ORDER.indexOf(other.group))
  const options = ordered.map(
    ({ run, search: _, kind: __, group, ...option }): Option => ({
      ...option,
      group: t(GROUPS[group]),
      onChoose: choose(run),
    }),
  )
  const isWaiting = isFetching || typed !== q
  return (
    <OptionSearch
      label={t('palette.label')}
      placeholder={t('palette.placeholder')}
      text={text}
      onText={setText}
      options={options}
      note={getNote({ isError, isWaiting, number: options.length })}
      className="max-h-[inherit]"
    />
  )
}

const ORDER = Object.keys(GROUPS)

/** Folders beside the inbox. */
const FOLDERS = [
  { folder: 'spam', icon: 'spam', name: 'palette.show.spam', words: 'palette.search.showSpam' },
  { folder: 'archive', icon: 'archive', name: 'palette.show.archive', words: 'palette.search.showArchive' },
  { folder: 'trash', icon: 'trash', name: 'palette.show.trash', words: 'palette.search.showTrash' },
] as const

const NEW = {
  endpoints: { name: 'palette.new.form', words: 'palette.search.newForm' },
  telemetry: { name: 'palette.new.telemetry', words: 'palette.search.newTelemetry' },
  queues: { name: 'palette.new.queue', words: 'palette.search.newQueue' },
} as const satisfies Record<OwnedKind, object>

const ROWS = {
  comfortable: { name: 'palette.rows.comfortable', words: 'palette.search.comfortableRows' },
  compact: { name: 'palette.rows.compact', words: 'palette.search.compactRows' },
} as const

const THEMES = [
  { theme: 'light', icon: 'sun', name: 'palette.theme.light', words: 'palette.search.lightTheme' },
  { theme: 'dark', icon: 'moon', name: 'palette.theme.dark', words: 'palette.search.darkTheme' },
  { theme: 'system', icon: 'system', name: 'palette.theme.system', words: 'palette.search.systemTheme' },
] as const

type Action = { icon: Option['icon']; name: PlainKey; words: PlainKey; keys?: string; run: () => unknown }

function toAction({ name, words, ...action }: Action): Command {
  return toCommand({ ...action, group: 'actions', name: t(name), words: t(words) })
}

function useCommands(onHelp: () => void): Command[] {
  const navigate = useNavigate()
  const others = useOtherPlaces()
  const signOut = useAction(useSignOut(), { failed: t('palette.notSignedOut'), onDone: () => leave('/') })
  const [, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  const otherDensity = density === 'compact' ? 'comfortable' : 'compact'
  return [
    ...[...WORK_PLACES, ...others, ...SETTINGS_PLACES].map(({ to, label, icon, keys }) =>
      toCommand({
        group: 'places',
        icon,
        name: t(label),
        words: t(PLACE_WORDS[to]),
        keys,
        run: () => navigate({ to }),
      }),
    ),
    ...OWNED_KINDS.map((kind) =>
      toAction({
        icon: 'plus',
        ...NEW[kind],
        run: () => navigate({ to: KINDS[kind].list, search: { create: 1 } }),
      }),
    ),
    toAction({
      icon: 'mail',
      name: 'palette.show.unread',
      words: 'palette.search.showUnread',
      run: () => navigate({ to: '/inbox', search: { unread: 1 } }),
    }),
    ...FOLDERS.map(({ folder, ...action }) =>
      toAction({ ...action, run: () => navigate({ to: '/inbox', search: { folder } }) }),
    ),
    toAction({ icon: 'list', ...ROWS[otherDensity], run: () => setDensity(otherDensity) }),
    ...THEMES.map(({ theme, ...action }) => toAction({ ...action, run: () => setTheme(theme) })),
    toAction({
      icon: 'help',
      name: 'palette.shortcuts',
      words: 'palette.search.shortcuts',
      keys: '?',
      run: onHelp,
    }),
    toAction({
      icon: 'signout',
      name: 'palette.signOut',
      words: 'palette.search.signOut',
      run: () => signOut(),
    }),
    ...GUIDES.map(({ path, title, words }) =>
      toCommand({
        group: 'documents',
        icon: 'external',
        name: title,
        ...(language === 'en' ? {} : { lang: 'en' }),
        words: t(words),
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
    ENDPOINT_COMMANDS[kind].map((command) =>
      toAction({
        icon: command.icon,
        name: opened[kind] === undefined ? command.any : command.opened,
        words: command.words,
        run: () => open(kind, command.section),
      }),
    ),
  )
  const ofAccount = ACCOUNT_COMMANDS.map(({ to, ...command }) =>
    toAction({ ...command, run: () => navigate({ to }) }),
  )
  return [...ofEndpoints, ...ofAccount]
}

function getNote(state: { isError: boolean; isWaiting: boolean; number: number }): string | null {
  if (state.isError) return t('palette.notSearched')
  if (state.number > 0) return null
  return t(state.isWaiting ? 'palette.searching' : 'palette.noResults')
}
