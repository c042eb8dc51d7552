import { ClientBase, Connection, PoolClient } from 'pg';

/** A cancellation that has no effect within this time was lost on its way. */
const CANCELLED_WITHIN_MS = 5000;

/** Fields of the driver's client that its types lack. */
interface DriverClient {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean | object;
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: { readonly stream: { destroy(): void } };
}

interface CancellingConnection extends NodeJS.EventEmitter {
  readonly stream: { destroy(): void };
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

/** The number by which the server, or a pooler before it, knows the connection. */
export function processIdOf(client: ClientBase): number {
  return (client as unknown as DriverClient).processID;
}

/**
 * Cancels a connection's statement by a message of the protocol, on a separate connection. Unlike `pg_cancel_backend`
 * this works through poolers, which number their clients' connections differently.
 * @returns when the message has arrived; a lost message is not reported
 */
export function cancelStatement(client: PoolClient): Promise<void> {
  const { host, port, ssl, processID, secretKey } = client as unknown as DriverClient;
  const connection = new Connection({ ssl }) as unknown as CancellingConnection;
  return new Promise((resolve) => {
    const over = setTimeout(() => connection.stream.destroy(), CANCELLED_WITHIN_MS);
    const done = (): void => {
      clearTimeout(over);
      resolve();
    };
    const send = (): void => connection.cancel(processID, secretKey); // the other end closes then
    connection.once('end', done);
    connection.on('error', done);
    connection.once('connect', () => (ssl ? connection.requestSsl() : send()));
    connection.once('sslconnect', send);
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}

/**
 * Ends the connection later, if it is still busy then: the caller that waits for its statement gets an error. @returns
 * a function that prevents it
 */
export function cutLater(client: PoolClient): () => void {
  const { connection } = client as unknown as DriverClient;
  const cut = setTimeout(() => connection.stream.destroy(), CANCELLED_WITHIN_MS);
  return () => clearTimeout(cut);
}
