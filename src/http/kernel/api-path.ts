/** Where the owner API stands. */
export const API_PATH = '/api/v1'
