import type { Socket } from 'node:net';

const CHARACTERS_MAX = 10_000;

/**
 * Returns the first line. Undefined if the connection ends before it, or if the line is longer than a run and its
 * keeper send.
 */
export function firstLineOf(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text = text.length > CHARACTERS_MAX ? text : text + part;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > CHARACTERS_MAX) resolve(undefined);
    });
    socket.on('error', () => undefined); // 'close' follows
    socket.once('close', () => resolve(undefined));
  });
}
