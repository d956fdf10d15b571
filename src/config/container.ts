import { existsSync } from 'node:fs'

/** Files that Docker and Podman create in each container. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv']

/** Returns true in a container. `container` is a convention of systemd, Podman and our image, for runtimes without a file. */
export function isContainer(
  env: Record<string, string | undefined>,
  exists: (file: string) => boolean = existsSync,
): boolean {
  return Boolean(env.container) || CONTAINER_FILES.some((file) => exists(file))
}
