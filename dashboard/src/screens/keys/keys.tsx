import { useApiKeys } from '../../api/api-keys.ts'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'

/** The keys with which programs may act for the owner. */
export function KeysScreen() {
  const query = useApiKeys()
  return (
    <Page title="API keys">
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading" />}>
        {(keys) => <p>{keys.length}</p>}
      </Loaded>
    </Page>
  )
}
