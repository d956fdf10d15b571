import { type OperatorInstance, useInstance } from '../../api/accounts/operator.ts'
import { FactTable, TallFact } from '../../controls/fact.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { bytesText, count } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { Loaded } from '../../shell/loaded.tsx'

/** Version, totals and settings of the instance. */
export function InstanceView() {
  const query = useInstance()
  return (
    <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading the instance" />}>
      {(instance) => (
        <>
          <Totals instance={instance} />
          <Section
            title="Settings"
            description="Settings that were given to the service; all others have their defaults. Secrets are never shown."
          >
            <FactTable
              facts={instance.settings.map(({ name, source, value }) => [
                name,
                `${value ?? 'secret'}${source === 'file' ? ' (from a file)' : ''}`,
              ])}
            />
          </Section>
        </>
      )}
    </Loaded>
  )
}

function Totals({ instance }: { instance: OperatorInstance }) {
  return (
    <Section title="Instance">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-3">
        <TallFact name="Version">{instance.version}</TallFact>
        <TallFact name="Address">
          <span className="[overflow-wrap:anywhere]">{instance.base_url}</span>
        </TallFact>
        <TallFact name="Uploaded files">{bytesText(instance.stored_bytes)}</TallFact>
        <TallFact name="Owners">
          {count(instance.owners)}, {count(instance.suspended_owners)} suspended
        </TallFact>
        <TallFact name="Endpoints">
          {count(instance.endpoints)}, {count(instance.suspended_endpoints)} suspended
        </TallFact>
      </dl>
    </Section>
  )
}
