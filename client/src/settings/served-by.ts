/**
 * Address of the instance that served this copy of the client; null in a checkout and in a registry. Stays a file of its own
 * in the build: an instance puts its address into it.
 */
export const SERVED_BY: string | null = null
