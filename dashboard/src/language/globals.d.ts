/** Beginning of the addresses of the texts, set by the build: the files have the language and the namespace behind it. */
declare const TEXTS: string
