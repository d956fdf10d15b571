import { type ReactElement, useState } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import { useSwitchAccount } from '../../api/accounts/members.ts'
import { useSignOut } from '../../api/accounts/sessions.ts'
import { leave } from '../../api/client/call.ts'
import { Menu, MenuChoice, MenuItem, MenuLine, MenuLink } from '../../controls/overlays/menu.tsx'
import { t } from '../../language/texts.ts'
import { useAction } from '../action.ts'
import { lazyPart } from '../lazy-part.tsx'
import { useTheme } from './theme.ts'

const LanguageDialog = lazyPart(
  () => import('./language-dialog.tsx').then((file) => file.LanguageDialog),
  null,
)

/** The choice of the own account, beside the IDs of memberships. */
const OWN = 'own'
const THEMES = [
  { value: 'system', label: 'shell.theme.system', icon: 'system' },
  { value: 'light', label: 'shell.theme.light', icon: 'sun' },
  { value: 'dark', label: 'shell.theme.dark', icon: 'moon' },
] as const

/** Account menu: the account to act in, theme, language, shortcuts, sign-out. */
export function AccountMenu(props: {
  trigger: ReactElement
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  onHelp: () => void
}) {
  const { trigger, onHelp, ...place } = props
  const me = useMe()
  const signOut = useAction(useSignOut(), {
    failed: t('shell.account.notSignedOut'),
    onDone: () => leave('/'),
  })
  const switchTo = useAction(useSwitchAccount(), {
    failed: t('shell.account.notOpened'),
    onDone: () => leave('/app'),
  })
  const memberships = me.data?.memberships ?? []
  const [theme, setTheme] = useTheme()
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <Menu trigger={trigger} {...place}>
        <p className="px-2.5 pt-1.5 text-xs text-muted">{t('shell.account.signedInAs')}</p>
        <p className="truncate px-2.5 pb-1.5 text-sm font-semibold">
          <bdi>{me.data?.person ?? '…'}</bdi>
        </p>
        <MenuLine />
        {memberships.length > 0 ? (
          <>
            <MenuChoice
              label={t('shell.account.account')}
              value={memberships.find(({ current }) => current)?.id ?? OWN}
              choices={[
                { value: OWN, label: t('shell.account.own') },
                ...memberships.map(({ id, account }) => ({ value: id, label: account })),
              ]}
              onChange={(id) => switchTo(id === OWN ? null : id)}
            />
            <MenuLine />
          </>
        ) : null}
        <MenuChoice
          label={t('shell.theme.theme')}
          value={theme}
          choices={THEMES.map(({ label, ...choice }) => ({ ...choice, label: t(label) }))}
          onChange={setTheme}
        />
        <MenuLine />
        <MenuItem icon="globe" onSelect={() => setChoosing(true)}>
          {t('shell.language.title')}
        </MenuItem>
        <MenuItem icon="help" shortcut="?" onSelect={onHelp}>
          {t('shell.shortcuts.title')}
        </MenuItem>
        <MenuLink icon="external" link={<a href="/docs" />}>
          {t('shell.account.documentation')}
        </MenuLink>
        <MenuLine />
        <MenuItem icon="signout" onSelect={() => signOut()}>
          {t('shell.account.signOut')}
        </MenuItem>
      </Menu>
      {choosing ? <LanguageDialog open onClose={() => setChoosing(false)} /> : null}
    </>
  )
}
