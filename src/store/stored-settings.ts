import { type Destination, type EndpointSettings, NO_SETTINGS } from '../domain/settings.ts'

type StoredDestination = Omit<Destination, 'addedAt' | 'confirmedAt'> & {
  addedAt: string
  confirmedAt: string | null
}

/** Settings as the text that is stored; null where nothing is set. */
export function textOfSettings(settings: EndpointSettings): string | null {
  return settings === NO_SETTINGS ? null : JSON.stringify(settings)
}

/** The settings behind what `textOfSettings` wrote; what did not exist then has its default. */
export function settingsOfText(text: string | null): EndpointSettings {
  if (text === null) return NO_SETTINGS
  const stored = JSON.parse(text) as EndpointSettings & { destinations: readonly StoredDestination[] }
  return {
    ...NO_SETTINGS,
    ...stored,
    destinations: stored.destinations.map((destination: StoredDestination) => ({
      ...destination,
      addedAt: new Date(destination.addedAt),
      confirmedAt: destination.confirmedAt === null ? null : new Date(destination.confirmedAt),
    })),
  }
}
