/** Keys that an account may have at once. */
export const MAX_KEYS = 50
export const MAX_KEY_NAME_LENGTH = 80
/** Keys that one endpoint may have at once. */
export const MAX_ENDPOINT_KEYS = 20
