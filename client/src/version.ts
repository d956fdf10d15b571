import manifest from '../package.json' with { type: 'json' }

/** Version of this package. The server of the same version is `formslot-server`. */
export const VERSION: string = manifest.version
