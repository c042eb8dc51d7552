import { EventPayload, SAMPLE_TIME, sampleTransaction, TransactionShapedV1 } from '@tributary/contracts';
import { BusEngine } from '@tributary/messaging';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Events of one new transaction each, at a pace, or with so many of them on the bus at once. */
export interface PublishedBy {
  readonly userId: number;
  readonly events: number;
  readonly by:
    | { readonly kind: 'steady'; readonly perSecond: number }
    | { readonly kind: 'in-flight'; readonly count: number };
}

/** The numbers of the events, which are in their bodies, and when each was published. */
export interface Published {
  readonly firstNumber: number;
  readonly atMs: readonly number[];
}

const ACCOUNTS = 200;
let published = 0;

export async function publishEvents(
  bus: Pick<BusEngine, 'publish'>,
  { userId, events, by }: PublishedBy,
): Promise<Published> {
  const firstNumber = published + 1;
  const atMs: number[] = [];
  const publishOne = (): Promise<void> => {
    published += 1;
    const message = messageOf(published, userId);
    atMs.push(Date.now());
    return bus.publish([message]);
  };
  if (by.kind === 'steady') {
    const began = performance.now();
    const taken: Promise<void>[] = [];
    while (taken.length < events) {
      taken.push(publishOne());
      await pause(Math.max(0, began + (taken.length * 1000) / by.perSecond - performance.now()));
    }
    await Promise.all(taken);
  } else {
    const work = async (): Promise<void> => {
      while (atMs.length < events) await publishOne();
    };
    await Promise.all(Array.from({ length: by.count }, work));
  }
  return { firstNumber, atMs };
}

function messageOf(number: number, userId: number) {
  const financialAccountId = userId * ACCOUNTS + (number % ACCOUNTS);
  const raw = { ...sampleTransaction, remittance_information: { unstructured: `Purchase ${number}` } };
  const payload: EventPayload<typeof TransactionShapedV1> = {
    financialAccountId,
    userId,
    cause: 'INGESTED',
    transactions: [
      {
        id: number,
        shapedVersion: 1,
        rawVersion: 1,
        removed: false,
        createdAt: SAMPLE_TIME,
        updatedAt: SAMPLE_TIME,
        raw,
        shaped: null,
        hash: String(number),
        outputs: [],
      },
    ],
  };
  const { topic, version } = TransactionShapedV1;
  const value = JSON.stringify({ id: randomUUID(), type: topic, version, occurredAt: SAMPLE_TIME, payload });
  return { topic, key: String(financialAccountId), headers: {}, value };
}
