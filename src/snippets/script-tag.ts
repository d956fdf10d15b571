import { FORM_SCRIPT } from './form-script-version.ts'
import { attribute } from './quoting.ts'

/** Returns the element that loads the script for forms from the instance of this endpoint, with its hash. */
export function scriptTag(endpointUrl: string): string {
  return `<script ${sourceOf(endpointUrl)} crossorigin="anonymous" defer></script>`
}

/** Returns the same element in JSX. */
export function jsxScriptTag(endpointUrl: string): string {
  return `<script ${sourceOf(endpointUrl)} crossOrigin="anonymous" defer />`
}

function sourceOf(endpointUrl: string): string {
  const { file, integrity } = FORM_SCRIPT
  return `src="${attribute(new URL(`../${file}`, endpointUrl).href)}" integrity="${integrity}"`
}
