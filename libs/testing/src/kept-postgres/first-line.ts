import type { Socket } from 'node:net';

const CHARACTERS_MAX = 10_000;

/** Undefined where the connection ends before, or more comes than a run and its keeper send each other. */
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
