import { useSessions } from '../../api/sessions.ts'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'

/** Where the owner is signed in. */
export function SessionsScreen() {
  const query = useSessions()
  return (
    <Page title="Sessions">
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading" />}>
        {(sessions) => <p>{sessions.length}</p>}
      </Loaded>
    </Page>
  )
}
