/**
 * The headers of a command, in the order in which the gateway signs them. A service reads no other headers of a
 * command.
 */
export const COMMAND_HEADERS = {
  command: 'name of the command',
  'command-id': 'id of the command: a repeated Idempotency-Key gives the same id, and each id is run once',
  'request-hash': 'SHA-256 of the payload; a service refuses a known command-id with another hash',
  'correlation-id': 'id that the service copies into its reply',
  deadline: 'milliseconds since 1970 by the database’s clock; a service does not start the command after it',
  caller: 'JSON: userId, and the accountIds, scopes and grant of the token (null in one of them: no limit)',
  'reply-topic': 'topic of the reply',
  'reply-partition': 'partition that the sending instance of the gateway reads',
  'reply-instance': 'id of the sending instance, because several instances may read one partition',
} as const;

export type CommandHeader = keyof typeof COMMAND_HEADERS;

export const COMMAND_HEADER_NAMES = Object.keys(COMMAND_HEADERS) as readonly CommandHeader[];
