import { useAccess } from '../../api/accounts/access.ts'
import { useMe } from '../../api/accounts/me.ts'
import { OPERATOR_PLACES, OTHER_PLACES, SETTINGS_PLACES, WORK_PLACES } from './places.ts'

type OtherPlace = (typeof OTHER_PLACES)[number] | (typeof OPERATOR_PLACES)[number]

/** Returns the navigation items of the work that the person may open. */
export function useWorkPlaces(): readonly (typeof WORK_PLACES)[number][] {
  const { may } = useAccess()
  return WORK_PLACES.filter(({ to }) => to === '/inbox' || to === '/forms' || may('viewer', 'account'))
}

/** Returns the navigation items below the line: two more for the operator of the instance. */
export function useOtherPlaces(): readonly OtherPlace[] {
  const { data: me } = useMe()
  const { may } = useAccess()
  const others = OTHER_PLACES.filter(({ to }) => to !== '/usage' || may('viewer', 'account'))
  return me?.operator ? [...OPERATOR_PLACES, ...others] : others
}

/** Returns the sections of the settings that the person may open: at least their own sessions. */
export function useSettingsPlaces(): readonly (typeof SETTINGS_PLACES)[number][] {
  const { may } = useAccess()
  return SETTINGS_PLACES.filter(({ to }) => {
    switch (to) {
      case '/settings/sessions':
        return true
      case '/settings/account':
      case '/settings/notifications':
      case '/settings/encryption':
        return may('holder')
      default:
        return may('owner', 'account')
    }
  })
}
