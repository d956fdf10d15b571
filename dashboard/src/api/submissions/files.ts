import { useQuery } from '@tanstack/react-query'
import { callOrThrow, path, toUrl } from '../client/call.ts'
import { type FetchedFile, type FetchOptions, fetchFile } from '../client/fetch-file.ts'
import { useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { File } from '../schema.ts'

/** A file that a visitor attached. */
export type AttachedFile = File

/** Returns the address from which a browser saves a file. */
export function fileUrl(submissionId: string, { id }: Pick<AttachedFile, 'id'>): string {
  return toUrl({ path: path`/submissions/${submissionId}/files/${id}` })
}

/**
 * Checks that a file can be downloaded, by its first byte: a download that the service refuses would leave the owner with the
 * words of the browser.
 *
 * @throws ApiError
 */
export async function checkDownload(submissionId: string, { id }: Pick<AttachedFile, 'id'>): Promise<void> {
  await callOrThrow({
    path: path`/submissions/${submissionId}/files/${id}`,
    headers: { range: 'bytes=0-0' },
    read: () => null,
  })
}

/** Fetches all files of a submission as a ZIP archive. See `fetchFile`. */
export function fetchAllFiles(submissionId: string, how: FetchOptions): Promise<FetchedFile> {
  return fetchFile(toUrl({ path: path`/submissions/${submissionId}/files` }), how)
}

/** Loads the bytes of a file to show them. */
export function useFileContent(
  submissionId: string,
  file: Pick<AttachedFile, 'id' | 'type'>,
  enabled: boolean,
) {
  return useQuery({
    queryKey: queryKeys.submissions.file(submissionId, file.id),
    queryFn: async ({ signal }) => {
      const { content } = await fetchFile(fileUrl(submissionId, file), { signal, onBytes: () => {} })
      // The service never says a type.
      return content.slice(0, content.size, file.type)
    },
    enabled,
    // The bytes of a file never change; they leave the memory with the message.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Revokes all links to the files of a submission. */
export function useRevokeFileLinks(submissionId: string) {
  return useChange<null>({
    request: () => ({ method: 'POST', path: path`/submissions/${submissionId}/files/revoke-links` }),
  })
}
