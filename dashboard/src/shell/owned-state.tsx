import type { Owned } from '../api/owned.ts'
import { Badge } from '../controls/badge.tsx'

/** Whether it still takes anything, in a word. */
export function OwnedState({ state }: Pick<Owned, 'state'>) {
  return state === 'retired' ? <Badge>Retired</Badge> : <Badge tone="good">Active</Badge>
}
