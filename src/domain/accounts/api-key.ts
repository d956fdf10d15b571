/** Keys that an account may have at once. */
export const MOST_KEYS = 50
export const MAX_KEY_NAME_LENGTH = 80
/** Keys that one endpoint may have at once. */
export const MOST_ENDPOINT_KEYS = 20
