import { DAY } from '../time.ts'

/** Days for which sizes are kept. */
export const STORAGE_DAYS = 90
/** Days that a forecast looks back, and at least has. */
const FORECAST_DAYS = 30
const MIN_FORECAST_DAYS = 3

/** Sizes at the end of a UTC day, counted in days since 1970. */
export type StorageDay = { day: number; databaseBytes: number; fileBytes: number }

/** `bytesPerDay`: null until sizes of enough days are known. `fullAt`: null when nothing grows, or the room is unknown. */
export type StorageForecast = { bytesPerDay: number | null; fullAt: Date | null }

/**
 * Forecasts when the room is used up, if the data goes on growing as in the last 30 days.
 *
 * @param days oldest first
 * @param facts.room bytes that may still be written; Infinity where another machine holds the data
 * @param facts.countsFiles files share the room with the database
 */
export function forecastStorage(
  days: readonly StorageDay[],
  { room, countsFiles, now }: { room: number; countsFiles: boolean; now: Date },
): StorageForecast {
  const newest = days.at(-1)
  const oldest = newest && days.find(({ day }) => newest.day - day <= FORECAST_DAYS)
  if (!newest || !oldest || newest.day - oldest.day < MIN_FORECAST_DAYS)
    return { bytesPerDay: null, fullAt: null }
  const sizeOf = ({ databaseBytes, fileBytes }: StorageDay) => databaseBytes + (countsFiles ? fileBytes : 0)
  const bytesPerDay = Math.round((sizeOf(newest) - sizeOf(oldest)) / (newest.day - oldest.day))
  if (bytesPerDay <= 0 || !Number.isFinite(room)) return { bytesPerDay, fullAt: null }
  const fullAt = new Date(now.getTime() + (Math.max(room, 0) / bytesPerDay) * DAY)
  return { bytesPerDay, fullAt: Number.isNaN(fullAt.getTime()) ? null : fullAt }
}
