/** Faults that an operator must correct before a service can use the bus. */
export type BusFault = 'unreachable' | 'sign-in-refused' | 'may-not-create' | 'missing-topics' | 'no-leader';

/** The bus cannot be used at all; the message names the remedy in one line. */
export class BusUnfitError extends Error {
  override readonly name = 'BusUnfitError';

  constructor(
    readonly fault: BusFault,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(adviceOn(fault, detail), options);
  }
}

function adviceOn(fault: BusFault, detail: string): string {
  switch (fault) {
    case 'unreachable':
      return `no broker answers at ${detail}: check KAFKA_BROKERS, and KAFKA_TLS where the brokers want encryption`;
    case 'sign-in-refused':
      return `the brokers refuse the sign-in: check KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD and KAFKA_SASL_MECHANISM`;
    case 'may-not-create':
      return `the brokers do not let this service create topics: create them first (see docs/how-to/encrypt-connections.md), and set KAFKA_TOPICS=existing`;
    case 'missing-topics':
      return `topics are missing: ${detail}; create them (see docs/how-to/encrypt-connections.md), or set KAFKA_TOPICS=create`;
    case 'no-leader':
      return `no broker leads ${detail}: check that all brokers are up and healthy`;
  }
}

/** Maps the client library's failure at the start to a fault that an operator can correct; other errors pass unchanged. */
export function asBusFault(error: unknown, brokers: readonly string[]): unknown {
  const chain = [...causesOf(error)];
  const fault = chain.map(faultOf).find((found) => found !== null);
  return fault ? new BusUnfitError(fault, brokers.join(', '), { cause: error }) : error;
}

/** Whether the brokers refused a message for its size. */
export function isTooLarge(error: unknown): boolean {
  return [...causesOf(error)].some((cause) => 'type' in cause && cause.type === 'MESSAGE_TOO_LARGE');
}

function* causesOf(error: unknown): Generator<Error> {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) yield cause;
}

function faultOf(error: Error): BusFault | null {
  const type = 'type' in error ? error.type : undefined;
  if (error.name === 'KafkaJSSASLAuthenticationError' || type === 'SASL_AUTHENTICATION_FAILED') {
    return 'sign-in-refused';
  }
  if (type === 'TOPIC_AUTHORIZATION_FAILED' || type === 'CLUSTER_AUTHORIZATION_FAILED')
    return 'may-not-create';
  const connecting =
    /^KafkaJS(Connection|ConnectionClosed|RequestTimeout|BrokerNotFound)Error$|^KafkaJSBrokerNotFound$/;
  return connecting.test(error.name) ? 'unreachable' : null;
}
