import type { ReactElement } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import { useSwitchAccount } from '../../api/accounts/members.ts'
import { useSignOut } from '../../api/accounts/sessions.ts'
import { leave } from '../../api/client/call.ts'
import { Menu, MenuChoice, MenuItem, MenuLine, MenuLink } from '../../controls/overlays/menu.tsx'
import { useAction } from '../action.ts'
import { useTheme } from './theme.ts'

/** The choice of the own account, beside the IDs of memberships. */
const OWN = 'own'
const THEMES = [
  { value: 'system', label: 'System', icon: 'system' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const

/** Account menu: the account to act in, theme, shortcuts, sign-out. */
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
  const switchTo = useAction(useSwitchAccount(), {
    failed: 'Not opened',
    onDone: () => leave('/app'),
  })
  const memberships = me.data?.memberships ?? []
  const [theme, setTheme] = useTheme()
  return (
    <Menu trigger={trigger} {...place}>
      <p className="px-2.5 pt-1.5 text-xs text-muted">Signed in as</p>
      <p className="truncate px-2.5 pb-1.5 text-sm font-semibold">{me.data?.person ?? '…'}</p>
      <MenuLine />
      {memberships.length > 0 ? (
        <>
          <MenuChoice
            label="Account"
            value={memberships.find(({ current }) => current)?.id ?? OWN}
            choices={[
              { value: OWN, label: 'Your own' },
              ...memberships.map(({ id, account }) => ({ value: id, label: account })),
            ]}
            onChange={(id) => switchTo(id === OWN ? null : id)}
          />
          <MenuLine />
        </>
      ) : null}
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
