/**
 * The headers of a command, in the order in which the gateway signs them. A service reads no other headers of a
 * command.
 */
export const COMMAND_HEADERS = {
  command: 'name of the command',
  'command-id': 'the same for a repeated Idempotency-Key; a command is run once for each id',
  'request-hash': 'SHA-256 of the payload: the same id with another payload is refused',
  'correlation-id': 'comes back with the answer',
  deadline: 'milliseconds since 1970 by the database’s clock; not started later',
  caller: 'JSON: userId, and the accountIds, scopes and grant of the token; null: all of them',
  'reply-topic': 'where the answer goes',
  'reply-partition': 'partition that the asking instance reads',
  'reply-instance': 'distinguishes the instances that read one partition',
} as const;

export type CommandHeader = keyof typeof COMMAND_HEADERS;

export const COMMAND_HEADER_NAMES = Object.keys(COMMAND_HEADERS) as readonly CommandHeader[];
