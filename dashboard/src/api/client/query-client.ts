import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const FRESH_MS = 15_000
const RETRIES = 2

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/** Answers are kept, asked again when the window is looked at, and tried again where trying can help. */
export function openQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Asked even without a network, so that a screen says so instead of waiting.
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES && mayHelp(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function mayHelp(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502)
}
