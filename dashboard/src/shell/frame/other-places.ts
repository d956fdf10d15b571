import { useMe } from '../../api/accounts/me.ts'
import { OPERATOR_PLACE, OTHER_PLACES } from './places.ts'

type OtherPlace = (typeof OTHER_PLACES)[number] | typeof OPERATOR_PLACE

/** Returns the navigation items below the line: one more for the operator of the instance. */
export function useOtherPlaces(): readonly OtherPlace[] {
  const { data: me } = useMe()
  return me?.operator ? [OPERATOR_PLACE, ...OTHER_PLACES] : OTHER_PLACES
}
