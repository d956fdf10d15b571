/** Returns the address of the receipt of a submission: a private page for its sender; null where the response names none. */
export function findReceipt(headers: Headers): string | null {
  return /<([^<>]+)>; *rel="?receipt"?/.exec(headers.get('Link') ?? '')?.[1] ?? null
}
