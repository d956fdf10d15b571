import { useQuery } from '@tanstack/react-query'
import { addressOf, ask, path } from './call.ts'
import { queryKeys } from './query-keys.ts'

export type LetterKind = 'claim' | 'submission'
export type Letter = { subject: string; from: string; to: string; html: string; text: string }

/** A letter as the endpoint would send it now. */
export function useLetterPreview(endpointId: string, kind: LetterKind) {
  return useQuery({
    queryKey: queryKeys.endpoints.letter(endpointId, kind),
    queryFn: ({ signal }) =>
      ask<Letter>({ path: path`/endpoints/${endpointId}/letters/preview`, search: { kind }, signal }),
  })
}

/** The same letter alone, for a frame. */
export function letterAddress(endpointId: string, kind: LetterKind, part: 'html' | 'text'): string {
  return addressOf({ path: path`/endpoints/${endpointId}/letters/preview`, search: { kind, part } })
}
