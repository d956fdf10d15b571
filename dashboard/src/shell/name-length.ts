/** As long as the API takes the name of an endpoint. */
export const MAX_NAME_LENGTH = 100
/** The same of a key. */
export const MAX_KEY_NAME_LENGTH = 80
