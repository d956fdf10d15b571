import { DAY } from '../time.ts'

/** Days for which sizes are kept. */
export const STORAGE_DAYS = 90
/** Days that a forecast looks back, and at least has. */
const FORECAST_DAYS = 30
const MIN_FORECAST_DAYS = 3
/** A disk that lasts longer is said to last as long as this. */
const MAX_FORECAST_DAYS = 100 * 365

/** The last sizes that were recorded on a UTC day, counted in days since 1970. */
export type StorageDay = { day: number; databaseBytes: number; fileBytes: number }

/** `bytesPerDay`: null until two sizes are three days apart. `fullAt`: null when nothing grows, or the disk is unknown. */
export type StorageForecast = { bytesPerDay: number | null; fullAt: Date | null }

/**
 * Forecasts when the disk is full, if the data goes on growing as in the last 30 days.
 *
 * @param sizes oldest first
 * @param facts.bytesLeft bytes that may still be written; null on PostgreSQL, whose disk is unknown
 * @param facts.countsFiles files are on the disk of the database
 */
export function forecastStorage(
  sizes: readonly StorageDay[],
  { bytesLeft, countsFiles, now }: { bytesLeft: number | null; countsFiles: boolean; now: Date },
): StorageForecast {
  const newest = sizes.at(-1)
  const oldest = newest && sizes.find(({ day }) => newest.day - day <= FORECAST_DAYS)
  if (!newest || !oldest || newest.day - oldest.day < MIN_FORECAST_DAYS)
    return { bytesPerDay: null, fullAt: null }
  const getSize = ({ databaseBytes, fileBytes }: StorageDay) => databaseBytes + (countsFiles ? fileBytes : 0)
  const bytesPerDay = Math.round((getSize(newest) - getSize(oldest)) / (newest.day - oldest.day))
  if (bytesPerDay <= 0 || bytesLeft === null) return { bytesPerDay, fullAt: null }
  const days = Math.min(Math.max(bytesLeft, 0) / bytesPerDay, MAX_FORECAST_DAYS)
  return { bytesPerDay, fullAt: new Date(now.getTime() + days * DAY) }
}
