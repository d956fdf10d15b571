import type { Owner } from './owner.ts'
import type { TestService } from './service.ts'

const HOUR = 3_600_000
const HOURS_BACK = 160
const MAX_AT_ONCE = 100
const PLANS = ['free', 'free', 'free', 'pro', 'pro', 'team']
const PAGES = ['/', '/', '/pricing', '/docs', '/blog/moths']

/** A week of a shop: many views by day, few by night, now and then a deed. */
function eventsOfWeek(now: number): object[] {
  return Array.from({ length: HOURS_BACK }, (_, back) => {
    const time = new Date(now - back * HOUR).toISOString()
    const byDay = Math.max(0, Math.sin(((new Date(time).getUTCHours() - 6) / 24) * 2 * Math.PI))
    const views = 1 + Math.round(byDay * 12 + ((back * 7) % 5))
    const event = (name: string, index: number, props: object) => ({
      name,
      time,
      props,
      url: `https://lovelace.dev${PAGES[(back + index) % PAGES.length]}`,
    })
    return [
      ...Array.from({ length: views }, (_, index) =>
        event('pageview', index, { language: index % 3 === 0 ? 'de' : 'en' }),
      ),
      ...(back % 3 === 0
        ? [event('signup', 0, { plan: PLANS[(back / 3) % PLANS.length], trial: back % 2 === 0, seats: 1 })]
        : []),
      ...(back % 11 === 0 ? [event('export with a name that is longer than its place', 0, {})] : []),
      ...(back % 40 === 0
        ? [event('<b>checkout</b>', 0, { note: '<script>alert(1)</script>', amount: 12.5 })]
        : []),
    ]
  })
    .flat()
    .reverse()
}

/**
 * Gives the owner a telemetry endpoint to be used, one that waits, and one that is retired.
 *
 * @returns the screens about telemetry by name, with their addresses; `use` has a week of events arrive
 */
export async function furnishTelemetry(service: TestService, ada: Owner) {
  const make = async (name: string) => String((await ada.post('/telemetry', { name })).json.id)
  const old = await make('Beta of 2025')
  const waiting = await make('Command line')
  const shop = await make('Shop, lovelace.dev')
  await ada.post(`/telemetry/${shop}/keys`, { name: 'Dashboard on the wall' })
  await ada.post(`/telemetry/${old}/retire`)

  async function use(): Promise<void> {
    const events = eventsOfWeek(service.now().getTime())
    for (let sent = 0; sent < events.length; sent += MAX_AT_ONCE) {
      const answer = await service.post(`/t/${shop}`, { json: events.slice(sent, sent + MAX_AT_ONCE) })
      if (answer.status !== 202) throw new Error(`the events were answered ${answer.status}: ${answer.text}`)
    }
  }

  const at = `/app/telemetry/${shop}`
  const screens: Record<string, string> = {
    telemetry: '/app/telemetry',
    'telemetry-one': at,
    'telemetry-week': `${at}?period=7d`,
    'telemetry-name': `${at}?period=7d&name=signup`,
    'telemetry-live': `${at}?view=live`,
    'telemetry-events': `${at}?view=events`,
    'telemetry-snippets': `${at}?view=snippets`,
    'telemetry-keys': `${at}?view=keys`,
    'telemetry-settings': `${at}?view=settings`,
    'telemetry-first': `/app/telemetry/${waiting}`,
    'telemetry-retired': `/app/telemetry/${old}?view=settings`,
  }
  return { screens, use }
}
