/** A key for programs as it is listed: nobody sees the key itself again. */
export type ListedKey<Scope extends string> = {
  id: string
  name: string
  scopes: Scope[]
  /** Its beginning, `ak_1234…`: enough to know it again. */
  hint: string
  created_at: string
  last_used_at: string | null
}
