// Generated from src/form-script/ by `npm run form-script`. Do not edit.
/** The newest script for forms: its file on every instance, and its hash for Subresource Integrity. */
export const FORM_SCRIPT = {
  file: 'form.1.js',
  integrity: 'sha384-dEJgEpPac5QdxQn1OqFF0MTXZ77YHPsTUup+nir4E4L1VNXL3O1Xl6dBbUGP9zPs',
}
