// Generated from src/form-script/ by `npm run form-script`. Do not edit.
/** The newest script for forms: its file on every instance, and its hash for Subresource Integrity. */
export const FORM_SCRIPT = {
  file: 'form.1.js',
  integrity: 'sha384-AF6NSGo2mq/3QXJv4QyMpk1NnDigKQJ82V3x4pbcEw3re0ejNccdPw7IIHiFvcEK',
}
