import type { Snippet } from '../snippet.ts'
import type { TelemetryOptions } from './telemetry-options.ts'

/** Views of a page, and whatever else it tells; without a package, a cookie, or a preflight. */
export function pageSnippet({ telemetryUrl }: TelemetryOptions): Snippet {
  return {
    title: 'Web page',
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
    // A beacon is sent even when the page is left.
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

/** A text within a script that stands in a page. */
function scriptText(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c')
}
