// Generated from src/form-script/ by `npm run form-script`. Do not edit.
/** The newest script for forms: its file on every instance, and its hash for Subresource Integrity. */
export const FORM_SCRIPT = {
  file: 'form.1.js',
  integrity: 'sha384-PvBopDQHTJ5xJggaz/RtAphuy68jig/dRRhra9OM4dRZlq4Fuos+zseEMig58qVa',
}
