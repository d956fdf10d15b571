import { getRouteApi } from '@tanstack/react-router'
import { useEndpoint } from '../../api/endpoints.ts'
import { CopyField } from '../../controls/copy.tsx'
import { Section } from '../../controls/section.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'

const route = getRouteApi('/endpoints/$endpointId')

/** Everything about one endpoint. */
export function EndpointSettingsScreen() {
  const { endpointId } = route.useParams()
  const query = useEndpoint(endpointId)
  return (
    <Page title={query.data?.name ?? endpointId}>
      <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading the endpoint" />}>
        {(endpoint) => (
          <Section title="Address" description="Forms and programs post to it.">
            <CopyField label="Address" quietLabel value={endpoint.endpoint_url} />
          </Section>
        )}
      </Loaded>
    </Page>
  )
}
