/** Keys that an account may have at once. */
export const MOST_KEYS = 50
export const MAX_KEY_NAME_LENGTH = 80
