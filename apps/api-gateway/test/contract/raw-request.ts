import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends bytes as they are, which no HTTP client would, and reads one answer. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks).toString())) socket.end();
    });
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', (error) =>
      chunks.length > 0 ? resolve(Buffer.concat(chunks).toString()) : reject(error),
    );
  });
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const status = Number(head.split(' ')[1]);
  return { status, body: body === '' ? null : (JSON.parse(body) as unknown) };
}

function isWhole(text: string): boolean {
  const [head, body] = text.split('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head ?? '')?.[1];
  return body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length);
}
