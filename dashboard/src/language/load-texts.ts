import { language } from './language.ts'
import { addTexts, type Namespace } from './texts.ts'

const loads = new Map<Namespace, Promise<void>>()

/** Loads the messages of namespaces, each once. Rejects when one cannot be loaded; the next call tries again. */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all(namespaces.map(loadOnce))
}

function loadOnce(namespace: Namespace): Promise<void> {
  const known = loads.get(namespace)
  if (known) return known
  const load = fetchTexts(namespace).catch((error) => {
    loads.delete(namespace)
    throw error
  })
  loads.set(namespace, load)
  return load
}

/** `before-paint.js` preloads the first ones from the same address. */
async function fetchTexts(namespace: Namespace): Promise<void> {
  const response = await fetch(`${TEXTS_ADDRESS}${language}-${namespace}.json`)
  if (!response.ok) throw new Error(`the texts of ${namespace} could not be loaded: ${response.status}`)
  addTexts(namespace, await response.json())
}
