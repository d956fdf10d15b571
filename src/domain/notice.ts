/**
 * A letter that is about no submission, with what it is composed from. It is stored as it stands here, so no secret
 * is in it: links and codes are derived when the letter is composed.
 */
export type Notice =
  /** The link and the code that sign somebody in. */
  | { kind: 'sign_in'; signInKey: number }
  /** Asks the owner of a mailbox whether it shall get the letters of an endpoint. */
  | { kind: 'destination'; endpointId: string; destinationId: string }
