// Generated from src/form-script/ by `npm run form-script`. Do not edit.
/** The newest script for forms: its file on every instance, and its hash for Subresource Integrity. */
export const FORM_SCRIPT = {
  file: 'form.1.js',
  integrity: 'sha384-QfYObOwT+tV1aLBT8Lp9YkL9OLcz+ub198FtUf6l+e5dDUnkM4WwbqC8O9dOXU/g',
}
