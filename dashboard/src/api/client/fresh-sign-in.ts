/** Asks the owner for a fresh sign-in; resolves to true when it succeeded. */
type Freshen = () => Promise<boolean>

let freshen: Freshen | null = null
let asking: Promise<boolean> | null = null

/** Registers the handler that asks for a fresh sign-in; the returned function unregisters it. */
export function onFreshSignInNeeded(handler: Freshen): () => void {
  freshen = handler
  return () => {
    if (freshen === handler) freshen = null
  }
}

/** Asks for a fresh sign-in, once for all waiting calls. */
export function requestFreshSignIn(): Promise<boolean> {
  asking ??= (freshen?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}
