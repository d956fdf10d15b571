/** Address whose submissions are to be erased, in the URL. */
export type AccountSearch = { erase?: string | undefined }

export function readAccountSearch({ erase }: Record<string, unknown>): AccountSearch {
  return { erase: typeof erase === 'string' && erase !== '' ? erase : undefined }
}
