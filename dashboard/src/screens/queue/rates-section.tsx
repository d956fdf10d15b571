import { type QueueRate, useQueueRates } from '../../api/queues/queue-messages.ts'
import { PairChart } from '../../controls/charts/pair-chart.tsx'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { Section } from '../../controls/section.tsx'
import { chartText } from '../../controls/time-words.ts'
import { Loaded } from '../../shell/loaded.tsx'

/** Published and acknowledged messages per hour. */
export function RatesSection({ queueId }: { queueId: string }) {
  const query = useQueueRates(queueId)
  return (
    <Section title="Messages by hour" description="Last 24 hours.">
      <Loaded query={query} loading={<Skeleton className="h-56" />}>
        {(rates) => (
          <PairChart
            time="Hour"
            one="Published"
            other="Acknowledged"
            points={rates.map(toPoint)}
            nothing="Nothing published or acknowledged."
          />
        )}
      </Loaded>
    </Section>
  )
}

function toPoint({ hour, published, acknowledged }: QueueRate) {
  return { at: hour, label: chartText(new Date(hour), 'hour'), one: published, other: acknowledged }
}
