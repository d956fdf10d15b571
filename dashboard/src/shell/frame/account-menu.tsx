import type { ReactElement } from 'react'
import { useMe, useSignOut } from '../../api/accounts/me.ts'
import { leave } from '../../api/client/call.ts'
import { Menu, MenuChoice, MenuItem, MenuLine, MenuLink } from '../../controls/overlays/menu.tsx'
import { useAction } from '../action.ts'
import { useTheme } from './theme.ts'

const THEMES = [
  { value: 'system', label: 'System', icon: 'system' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const

/** Account menu: theme, shortcuts, sign-out. */
export function AccountMenu(props: {
  trigger: ReactElement
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  onHelp: () => void
}) {
  const { trigger, onHelp, ...place } = props
  const me = useMe()
  const signOut = useAction(useSignOut(), {
    failed: 'Not signed out',
    onDone: () => leave('/'),
  })
  const [theme, setTheme] = useTheme()
  return (
    <Menu trigger={trigger} {...place}>
      <p className="px-2.5 pt-1.5 text-xs text-muted">Signed in as</p>
      <p className="truncate px-2.5 pb-1.5 text-sm font-semibold">{me.data?.email ?? '…'}</p>
      <MenuLine />
      <MenuChoice label="Theme" value={theme} choices={THEMES} onChange={setTheme} />
      <MenuLine />
      <MenuItem icon="help" shortcut="?" onSelect={onHelp}>
        Keyboard shortcuts
      </MenuItem>
      <MenuLink icon="external" link={<a href="/docs" />}>
        Documentation
      </MenuLink>
      <MenuLine />
      <MenuItem icon="signout" onSelect={() => signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
