/** Beginning of the addresses of the texts, set by the build: followed by language and namespace. */
declare const TEXTS_ADDRESS: string
