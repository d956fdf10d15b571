/** Lessons that count half: of submissions that were answered, or left in the inbox after they were opened. SQLite stores them as they are. */
export const sqlite: readonly string[] = []
export const postgres = [
  `alter table spam_tokens alter column ham type double precision`,
  `alter table accounts alter column ham_lessons type double precision`,
]
