import path from 'node:path'
import { allSnippets } from '../../../src/snippets/all-snippets.ts'
import { type FileSnippet, HONEYPOT, type SnippetOptions } from '../../../src/snippets/snippet.ts'
import { openBrowser } from '../browser/browser.ts'
import { serveFolder } from '../browser/folder-site.ts'
import { signIn } from '../fixtures/owner.ts'
import { type Endpoint, startService, type TestService } from '../service/service.ts'
import { openArrivals } from './arrivals.ts'
import { openProject, type Packages } from './project.ts'

/** A user's site and how it is built. */
export type Site = {
  packages: Packages
  /** The honeypot that the owner of the endpoint has set, if it is not the usual one. */
  honeypot?: string
  /** Proof of work that the owner of the endpoint asks for. */
  challenge?: 'score' | 'required'
  /** The files of the project, by their names, with the form on the first page. */
  files(options: SnippetOptions): Record<string, string>
  /** The commands that build it, one after the other; without any the files are the site. */
  build?: readonly (readonly string[])[]
  /** The folder that holds the site once it is built. */
  out?: string
}

/** A name that each of the frameworks would read as its own, were it not quoted. */
export const ODD_NAME = `leave "this" {{empty}} {too} <b>&amp; 'so'`

/**
 * Finds the snippet with this title, which is a file of its own: for a form that asks for a proof of work, the variant that
 * the script of the instance sends. `head`: its lines for the head of the page.
 */
export function findFileSnippet(options: SnippetOptions, title: string): FileSnippet & { head: string } {
  const snippet = allSnippets(options).find((one) => one.title === title)
  const { fileName, usage } = snippet ?? {}
  if (!snippet || !fileName || !usage) throw new Error(`no snippet that is a file has the title ${title}`)
  const [used = '', head = ''] = usage.split(/<!-- In the <head> of .*-->\n/)
  return { ...snippet, fileName, usage: used, head }
}

/** A form on another site, a browser that shows it, and the service that receives it. */
export type FormSite = Awaited<ReturnType<typeof openFormSite>>

/** Builds the site for an endpoint of a new service, and shows it to a browser. */
export async function openFormSite({ packages, files, build = [], out = '.', ...settings }: Site) {
  await using opening = new AsyncDisposableStack()
  const service = opening.use(await startService())
  const isOwned = Object.keys(settings).length > 0
  const endpoint = isOwned ? await endpointWith(service, settings) : await service.createEndpoint()
  const options = { endpointUrl: endpoint.endpoint_url, ...settings }
  const project = opening.use(await openProject(packages, files(options)))
  for (const command of build) await project.run(command)
  const site = opening.use(await serveFolder(path.join(project.folder, out)))
  const browser = opening.use(await openBrowser())
  const arrivals = opening.use(await openArrivals(service))
  const open = opening.move()
  return {
    address: `${site.origin}/`,
    browser,
    endpoint,
    honeypot: settings.honeypot ?? HONEYPOT,
    service,
    /** Submissions after the first `count`, oldest first. */
    arrivedSince: arrivals.since,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Ada's endpoint, with settings of her own. */
async function endpointWith(
  service: TestService,
  settings: Pick<Site, 'honeypot' | 'challenge'>,
): Promise<Endpoint> {
  const ada = await signIn(service)
  const answer = await ada.patch(`/endpoints/${ada.endpoint.form_id}`, settings)
  if (answer.status !== 200) throw new Error(`the settings were answered ${answer.status}: ${answer.text}`)
  return ada.endpoint
}
