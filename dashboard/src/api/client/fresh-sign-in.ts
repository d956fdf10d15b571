/** Asks the owner to sign in afresh; true when it was done. */
export type Freshen = () => Promise<boolean>

let freshen: Freshen | null = null
let asking: Promise<boolean> | null = null

/** Whoever can ask the owner says so here; the returned function takes it back. */
export function onFreshSignInNeeded(handler: Freshen): () => void {
  freshen = handler
  return () => {
    if (freshen === handler) freshen = null
  }
}

/** Asks once, however many calls wait for it. */
export function freshenSignIn(): Promise<boolean> {
  asking ??= (freshen?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}
