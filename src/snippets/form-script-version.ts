// Generated from src/form-script/ by `npm run form-script`. Do not edit.
/** The newest script for forms: its file on every instance, and its hash for Subresource Integrity. */
export const FORM_SCRIPT = {
  file: 'form.1.js',
  integrity: 'sha384-9rkVJwQBYG7Oiy6xdKfJ9RBZhCTIfgV1G2hSSV/8rf1GpXyIjA2LZ6H+Tilb9JRD',
}
