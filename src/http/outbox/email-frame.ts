const NOTHING_LOADED =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'self'; form-action 'none'; "

/** An email in a frame that is only looked at: its own inline styles, nothing loaded, no script, no way out. */
export const EMAIL_FRAME_POLICY = `${NOTHING_LOADED}sandbox`

/** The same for an email that is read: its links open the whole window. */
export const FOLLOWED_FRAME_POLICY = `${NOTHING_LOADED}sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation`
