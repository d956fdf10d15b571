/** Text that an owner answers with again and again. `{field}` stands for what a visitor wrote into that field. */
export type CannedAnswer = { name: string; text: string }

/** Maximum number of canned answers of an account; together they fit into the body of one request. */
export const MAX_CANNED_ANSWERS = 30
export const MAX_CANNED_NAME_LENGTH = 60
/** In UTF-16 code units. */
export const MAX_CANNED_TEXT_LENGTH = 2000
