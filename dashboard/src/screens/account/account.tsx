import { useAccount } from '../../api/account.ts'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'

/** The mailbox, everything that is kept about it, and the way out. */
export function AccountScreen() {
  const query = useAccount()
  return (
    <Page title="Account">
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading" />}>
        {({ mailbox }) => <p>{mailbox}</p>}
      </Loaded>
    </Page>
  )
}
