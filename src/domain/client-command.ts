/**
 * Name of the client in the registry of npm, once it is published there. Until then the name belongs to nobody, so texts must
 * not make people run it; every instance serves the client of its own version instead.
 */
const PUBLISHED_AS: string | null = null

/** Path at which an instance serves its client, as a package that npm installs. */
export const CLIENT_PATH = '/formslot.tgz'

/** Address of a service in documents and in a client that no instance served, as `npm start` prints it. */
export const WRITTEN_BASE = 'http://127.0.0.1:8080'

/** Returns the command that runs the client of an instance, to be followed by what it should do. */
export function clientCommand(base: string): string {
  return `npx ${PUBLISHED_AS ?? base + CLIENT_PATH}`
}
