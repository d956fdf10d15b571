import type { TelemetryEvent } from '../../api/telemetry/events.ts'
import { t } from '../../language/texts.ts'

/** Returns an event on one line: its props first, which tell it from others, then its URL. */
export function toPreview({ props, url }: Pick<TelemetryEvent, 'props' | 'url'>): string {
  const parts = Object.entries(props).map(([name, value]) => `${name}: ${value}`)
  if (url !== null) parts.push(url.replace(/^https?:\/\//, ''))
  return parts.join(' · ') || t('telemetry.events.noProps')
}
