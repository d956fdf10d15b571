import { useUsage } from '../../api/usage.ts'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'

/** What the plan gives and how much of it is used. */
export function UsageScreen() {
  const query = useUsage()
  return (
    <Page title="Usage and plan">
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading" />}>
        {({ plan }) => <p>{plan.name}</p>}
      </Loaded>
    </Page>
  )
}
