/** Limits of the API. */
export const MAX_CANNED_ANSWERS = 30
export const MAX_CANNED_NAME_LENGTH = 60
export const MAX_CANNED_TEXT_LENGTH = 2000
