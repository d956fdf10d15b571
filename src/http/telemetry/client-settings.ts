import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HOUR, SECOND } from '../../domain/time.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { type Answer, send } from '../kernel/respond.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { jsonAnswer } from './protocols/protocol.ts'

/** Settings of a project at PostHog: everything but events is off, so that clients ask for nothing else. */
const SETTINGS = {
  supportedCompression: ['gzip', 'gzip-js'],
  analytics: { endpoint: '/i/v0/e/' },
  hasFeatureFlags: false,
  autocapture_opt_out: false,
  autocaptureExceptions: false,
  captureDeadClicks: false,
  capturePerformance: false,
  conversations: false,
  defaultIdentifiedOnly: true,
  elementsChainAsString: true,
  errorTracking: { autocaptureExceptions: false, suppressionRules: [] },
  heatmaps: false,
  isAuthenticated: false,
  logs: { captureConsoleLogs: false },
  productTours: false,
  sessionRecording: false,
  siteApps: [],
  surveys: false,
  toolbarParams: {},
}
const NO_FLAGS = { flags: {}, featureFlags: {}, featureFlagPayloads: {}, errorsWhileComputingFlags: false }
/** JSON answers to the other requests of these clients, by path; a slash may follow. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/array/:key/config': SETTINGS,
  '/flags': NO_FLAGS,
  '/decide': { ...SETTINGS, ...NO_FLAGS },
  '/api/surveys': { surveys: [] },
  '/api/product_tours': { product_tours: [] },
  '/api/web_experiments': { experiments: [] },
  '/api/early_access_features': { earlyAccessFeatures: [] },
  // Recordings, people and groups are received and dropped: their clients would try again.
  '/s': { status: 1 },
  '/engage': { status: 1 },
  '/groups': { status: 1 },
  // Umami's script for recordings.
  '/api/websites/:key/recorder': { enabled: false },
  '/api/record': {},
}
/** The library itself, which its snippet for pages loads from the same host. */
const LIBRARY = /^(?:array|array\.full|array\.full\.es5)(?:\.no-external)?\.js$/
const NOT_HOSTED =
  'console.warn("posthog-js is not hosted here. Install it from npm, or load it from another host.")\n'
const NOTHING_TO_LOAD = '// Extensions of posthog-js are not hosted here.\n'
const KEY = /^[\w-]{1,128}$/
const MAX_AGE_SECONDS = HOUR / SECOND

/**
 * Registers what clients of PostHog and Umami request apart from sending events: their settings, feature flags, and parts of
 * a script. The answers are the same for every endpoint and key, and tell nothing about either.
 */
export function registerClientSettings(server: FastifyInstance): void {
  for (const [path, body] of Object.entries(ANSWERS)) {
    const answer = jsonAnswer(200, body)
    const handle = (_request: FastifyRequest, reply: FastifyReply) => send(reply, answer)
    for (const url of [`/t/:id${path}`, `/t/:id${path}/`]) {
      registerRoute(server, { url, handlers: { GET: handle, POST: handle, OPTIONS: answerPreflight } })
    }
  }
  registerScript(server, '/array/:key/config.js', (request) =>
    toSettingsScript(pathParameter(request, 'key')),
  )
  registerScript(server, '/array/:key/:file', toMissingScript)
  registerScript(server, '/static/:file', toMissingScript)
  registerScript(server, '/static/:version/:file', toMissingScript)
}

function registerScript(
  server: FastifyInstance,
  path: string,
  write: (request: FastifyRequest) => string,
): void {
  const GET = (request: FastifyRequest, reply: FastifyReply) => send(reply, scriptAnswer(write(request)))
  registerRoute(server, { url: `/t/:id${path}`, handlers: { GET, OPTIONS: answerPreflight } })
}

/** Returns the script that sets the settings of a project for the library. */
function toSettingsScript(key: string): string {
  if (!KEY.test(key)) return NOTHING_TO_LOAD
  const settings = JSON.stringify({ config: { token: key, ...SETTINGS }, siteApps: [] })
  return `(window._POSTHOG_REMOTE_CONFIG ??= {})[${JSON.stringify(key)}] = ${settings}\n`
}

/** Returns a script instead of one that is not hosted: a missing file would be an error in the console of every page. */
function toMissingScript(request: FastifyRequest): string {
  return LIBRARY.test(pathParameter(request, 'file')) ? NOT_HOSTED : NOTHING_TO_LOAD
}

function scriptAnswer(script: string): Answer {
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
  }
  return { status: 200, headers, body: script }
}
