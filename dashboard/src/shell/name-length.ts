/** Limit of the API for endpoint names. */
export const MAX_NAME_LENGTH = 100
/** Limit of the API for key names. */
export const MAX_KEY_NAME_LENGTH = 80
