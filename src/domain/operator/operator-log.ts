/** Days for which the log of what the operator did is kept. */
export const OPERATOR_LOG_DAYS = 400

/** Actions that the log of the operator records. */
export const OPERATOR_ACTIONS = [
  'endpoint_suspended',
  'endpoint_unsuspended',
  'account_suspended',
  'account_unsuspended',
  'owner_signed_out',
  'plan_changed',
  'sender_erased',
  'account_exported',
  'account_erased',
] as const

export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]

/** The operator who acted: on the command line of the server, or by their address in the dashboard. */
export type Operator = { kind: 'command' } | { kind: 'account'; mailbox: string }

/** An action of the operator. It contains nothing that a visitor sent. */
export type OperatorEntry = {
  action: OperatorAction
  /** Id of an endpoint, address of an owner, or the keyed hash of an erased address; null where it is about none of these. */
  subject: string | null
  /** The reason that was given, names of plans, or counts; null if there is nothing to add. */
  detail: string | null
}

/** Returns who acted as the log stores it: no address is one word without @. */
export function toOperatorName(operator: Operator): string {
  return operator.kind === 'command' ? 'command' : operator.mailbox
}
