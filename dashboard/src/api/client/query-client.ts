import { QueryClient } from '@tanstack/react-query'
import { ApiError, isTransient } from './api-error.ts'

const FRESH_MS = 15_000
const RETRIES = 2

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/** Creates the cache of API responses: refetched on window focus, retried when the server cannot be reached. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Sent even while offline, so that a screen shows the error instead of waiting.
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES && error instanceof ApiError && isTransient(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
