import axios from 'axios';
import { createSecretKey } from 'node:crypto';
import { Agent as HttpsAgent } from 'node:https';
import { Agent } from 'undici';
import { signatureHeaders } from '../../apps/webhook-dispatcher/src/sending/http/signature';

export interface LoopOptions {
  readonly urls: readonly string[];
  readonly caCertificate: string;
  readonly body: string;
  readonly deliveries: number;
  /** At each endpoint at once. */
  readonly concurrency: number;
}

const KEY = createSecretKey(Buffer.alloc(32, 7));
const CONTENT_TYPE = { 'content-type': 'application/json' };

/** Signs and posts with undici, saving nothing. @returns deliveries a second */
export async function bareLoop({
  urls,
  caCertificate,
  body,
  deliveries,
  concurrency,
}: LoopOptions): Promise<number> {
  const agent = new Agent({ connect: { ca: caCertificate }, connections: concurrency, pipelining: 1 });
  const targets = urls.map((url) => ({ origin: new URL(url).origin, path: new URL(url).pathname }));
  const rate = await loop(deliveries, concurrency * urls.length, async (nth) => {
    const target = targets[nth % targets.length];
    if (!target) throw new Error('no endpoint');
    const answer = await agent.request({ ...target, method: 'POST', headers: headersOf(nth, body), body });
    await answer.body.dump();
  });
  await agent.close();
  return rate;
}

/** The same with axios, like a simple program. @returns deliveries a second */
export async function axiosLoop({
  urls,
  caCertificate,
  body,
  deliveries,
  concurrency,
}: LoopOptions): Promise<number> {
  const httpsAgent = new HttpsAgent({ keepAlive: true, maxSockets: concurrency, ca: caCertificate });
  const client = axios.create({ httpsAgent, maxRedirects: 0 });
  const rate = await loop(deliveries, concurrency * urls.length, async (nth) => {
    await client.post(urls[nth % urls.length] ?? '', body, { headers: headersOf(nth, body) });
  });
  httpsAgent.destroy();
  return rate;
}

function headersOf(nth: number, body: string): Record<string, string> {
  return { ...CONTENT_TYPE, ...signatureHeaders([KEY], { id: `msg_${nth}`, body }, Date.now()) };
}

async function loop(times: number, workers: number, post: (nth: number) => Promise<void>): Promise<number> {
  let next = 0;
  const began = performance.now();
  const work = async (): Promise<void> => {
    while (next < times) {
      next += 1;
      await post(next);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return times / ((performance.now() - began) / 1000);
}
