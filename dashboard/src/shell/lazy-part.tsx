import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import { loadTexts } from '../language/load-texts.ts'
import type { Namespace } from '../language/texts.ts'

/** A part of the dashboard that could not be loaded: the service is away, or an upgrade has replaced the file. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded'
  /** Failures in a row. */
  readonly failures: number
  /** Lets the part load again when it is rendered. */
  readonly forget: () => void

  constructor(facts: { cause: unknown; failures: number; forget: () => void }) {
    super('a part of the dashboard could not be loaded', { cause: facts.cause })
    this.failures = facts.failures
    this.forget = facts.forget
  }
}

type LazyPart<Props> = ((props: Props) => React.JSX.Element) & { preload: () => Promise<void> }

const waiting = new Set<() => Promise<void>>()

/**
 * Component whose code is loaded when it is rendered, or earlier by `preload`. A failure is thrown as `PartNotLoaded`;
 * the page is never reloaded, because that ends on the error page of the browser while the service is away.
 *
 * @param loading shown until the code is loaded; without it, the fallback of the nearest `Suspense` is
 * @param texts namespaces of the texts that it needs and that are not there: those of the screen around it are
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading?: ReactNode,
  texts: readonly Namespace[] = [],
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | null = null
  let rendered: Promise<void> | null = null
  let failures = 0

  async function keep(): Promise<void> {
    const [loaded] = await Promise.all([load(), loadTexts(texts)])
    Loaded = loaded
    waiting.delete(preload)
  }

  function request(): Promise<void> {
    return keep().catch((cause) => {
      failures++
      throw new PartNotLoaded({
        cause,
        failures,
        forget: () => {
          rendered = null
        },
      })
    })
  }

  function Content(props: Props) {
    if (Loaded === null) {
      rendered ??= request()
      use(rendered)
    }
    if (Loaded === null) throw new Error('a loaded part has its component')
    return <Loaded {...props} />
  }

  function Part(props: Props) {
    if (loading === undefined) return <Content {...props} />
    return (
      <Suspense fallback={loading}>
        <Content {...props} />
      </Suspense>
    )
  }

  // Requested again when it is rendered, which shows the failure.
  const preload = () => (Loaded === null ? keep().catch(() => {}) : Promise.resolve())
  waiting.add(preload)
  return Object.assign(Part, { preload })
}

/** Loads all parts, one after the other, so that they are there while the service is away. */
export async function preloadParts(): Promise<void> {
  // Parts of parts are added meanwhile.
  for (const preload of waiting) await preload()
}
