import type { Destination } from '../../domain/destinations/destination-kinds.ts'
import { type EndpointSettings, NO_SETTINGS } from '../../domain/endpoints/settings.ts'

type StoredDestination = Omit<Destination, 'addedAt' | 'confirmedAt' | 'stoppedAt'> & {
  addedAt: string
  confirmedAt: string | null
  stoppedAt?: string | null
}

/** Settings as an earlier version may have written them. */
type StoredSettings = Partial<Omit<EndpointSettings, 'destinations'>> & {
  destinations?: readonly StoredDestination[]
}

/** Serializes settings for storage; null while all settings have their defaults. */
export function stringifySettings(settings: EndpointSettings): string | null {
  return settings === NO_SETTINGS ? null : JSON.stringify(settings)
}

/** Parses the result of `stringifySettings`; settings that were added later have their defaults. */
export function parseStoredSettings(text: string | null): EndpointSettings {
  if (text === null) return NO_SETTINGS
  const { destinations = [], ...stored } = JSON.parse(text) as StoredSettings
  return {
    ...NO_SETTINGS,
    ...stored,
    destinations: destinations.map((destination) => ({
      ...destination,
      addedAt: new Date(destination.addedAt),
      confirmedAt: parseInstant(destination.confirmedAt),
      stoppedAt: parseInstant(destination.stoppedAt ?? null),
    })),
  }
}

function parseInstant(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
