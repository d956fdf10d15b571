/** As long as the API takes the name of an endpoint or of a key. */
export const MAX_NAME_LENGTH = 100
