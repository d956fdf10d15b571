// Generated from src/form-script/ by `npm run form-script`. Do not edit.
/** The newest script for forms: its file on every instance, and its hash for Subresource Integrity. */
export const FORM_SCRIPT = {
  file: 'form.1.js',
  integrity: 'sha384-2W2uUfRNSp1YzzC3S4vRyDmY3ahYsros26JyLxZvVdAcVoZU4ef36hMm8aEMPZPa',
}
