import type { Snippet } from '../snippet.ts'
import type { TelemetryOptions } from './telemetry-options.ts'

/** Page views and custom events without packages, cookies or preflight requests. */
export function pageSnippet({ telemetryUrl }: TelemetryOptions): Snippet {
  return {
    title: 'Web page',
    task: 'page',
    language: 'html',
    fileName: null,
    code: `<script>
  window.track = (name, props = {}) => {
    const address = ${scriptText(telemetryUrl)}
    const event = JSON.stringify({
      name,
      props,
      url: location.href,
      referrer: document.referrer || undefined,
    })
    // A beacon is sent even when the user leaves the page.
    if (navigator.sendBeacon(address, event)) return
    fetch(address, { method: 'POST', body: event, keepalive: true }).catch(() => {})
  }
  track('pageview')
</script>
`,
    usage: `<button onclick="track('signup', { plan: 'pro' })">Sign up</button>
`,
  }
}

/** Escapes a string for an inline script. */
function scriptText(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c')
}
