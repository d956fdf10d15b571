/** Maximum number of API keys per account. */
export const MAX_KEYS = 50
export const MAX_KEY_NAME_LENGTH = 80
/** Maximum number of keys per endpoint. */
export const MAX_ENDPOINT_KEYS = 20
