import { ALL_DESTINATIONS, EventContract, EVENTS } from '@tributary/contracts';
import { Value } from '@sinclair/typebox/value';
import { TSchema } from '@sinclair/typebox';
import { DESTINATION_KINDS } from '../../src/api/destinations/destination-kinds';
import { ENRICHED } from '../../src/api/transactions/transaction.schema';
import { GatewayUnderTest } from '../gateway-under-test';

export interface Marked {
  readonly userId: number;
  /** Stands in every free text. */
  readonly mark: string;
  /** Added to every id. */
  readonly offset: number;
  /** Members whose ids stay as they are: what is shared with others. */
  readonly shared?: readonly string[];
}

function destinationIds(): Readonly<Record<string, number>> {
  const named = ALL_DESTINATIONS.map(({ type, sample }) => {
    const { connection, unit, target } = DESTINATION_KINDS[type];
    return [connection, unit, target].map(({ idName }, level) => [idName, sample.ids[level] ?? 0]);
  });
  return Object.fromEntries(named.flat()) as Record<string, number>;
}

/** The ids of the samples, by the names that routes have for them. */
export const SAMPLE_IDS = {
  accountId: 17,
  balanceId: 55,
  transferLinkId: 8,
  ruleId: 5,
  connectionId: 3,
  institutionId: 2,
  webhookId: 21,
  deliveryId: 31,
  transactionId: 1001,
  holdingId: 7,
  ruleLogId: 900,
  transferLogId: 7001,
  driftCheckId: 2,
  /** Of no event: tokens are created in the gateway. */
  tokenId: 60_000,
  sessionId: 60_500,
  appId: 61_000,
  grantId: 62_000,
  reprocessingId: 9,
  transferPairId: 44,
  categoryId: 12,
  importId: 18,
  unreadRowId: 2951,
  ...destinationIds(),
  id: 5,
} as const;

/** The live events that the gateway consumes, except deletions. */
export const PUBLISHED = EVENTS.filter(
  ({ consumers, topic }) => consumers.includes('api-gateway') && !/deleted|removed|restated/.test(topic),
);

/** Publishes one resource of each kind, with every member filled and every text marked. */
export async function publishFilled(
  gateway: GatewayUnderTest,
  marked: Marked,
  events: readonly EventContract[] = PUBLISHED,
): Promise<void> {
  for (const { contract, key, payload } of filledEvents(marked, events)) {
    await gateway.publish(contract, key, payload);
  }
}

/** The same events, to be published in another way. */
export function filledEvents(marked: Marked, events: readonly EventContract[] = PUBLISHED): FilledEvent[] {
  return events.flatMap((contract) =>
    [contract.sample, ...(contract.furtherSamples ?? [])].map((sample) => {
      const payload = filled(contract.payload, sample, '', marked) as Record<string, unknown>;
      const key = contract.keyedBy
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], payload);
      return { contract, key: Number(key), payload };
    }),
  );
}

export interface FilledEvent {
  readonly contract: EventContract;
  readonly key: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The sample with every member that its schema knows, in the marked one's name. */
export function filled(schema: TSchema, sample: unknown, name: string, marked: Marked): unknown {
  if (schema['anyOf']) return filledVariant(schema['anyOf'] as TSchema[], sample, name, marked);
  if (schema['allOf']) {
    const parts = (schema['allOf'] as TSchema[]).map((part) => filled(part, sample, name, marked));
    return Object.assign({}, ...parts) as unknown;
  }
  if (schema['const'] !== undefined) return schema['const'];
  switch (schema['type']) {
    case 'object':
      return filledObject(schema, sample, marked);
    case 'array': {
      const items = Array.isArray(sample) && sample.length > 0 ? (sample as unknown[]) : [undefined];
      return items.map((item) => filled(schema['items'] as TSchema, item, name, marked));
    }
    case 'integer':
      return filledInteger(sample, name, marked);
    case 'number':
      return sample ?? 1;
    case 'boolean':
      return name === 'deleted' || name === 'removed' ? false : (sample ?? true);
    case 'string':
      return filledText(schema, sample, name, marked);
    default:
      return sample ?? null;
  }
}

function filledVariant(variants: TSchema[], sample: unknown, name: string, marked: Marked): unknown {
  const some = variants.filter((one) => one['type'] !== 'null');
  const fitting = some.find((one) => sample !== null && sample !== undefined && Value.Check(one, sample));
  const variant = fitting ?? some[0];
  return variant ? filled(variant, fitting ? sample : undefined, name, marked) : null;
}

/** Lists leave out a transaction that is split, and show its parts: a filled one is a part. */
const HIDES_IT: ReadonlySet<string> = new Set(['split']);

/** What members hold that may hold anything as far as events say. */
const SHAPES: Readonly<Record<string, TSchema>> = { enriched: ENRICHED };

function filledObject(schema: TSchema, sample: unknown, marked: Marked): unknown {
  const properties = schema['properties'] as Record<string, TSchema> | undefined;
  if (!properties) return sample ?? {};
  const of = (sample ?? {}) as Record<string, unknown>;
  const members = Object.entries(properties).filter(([name]) => !HIDES_IT.has(name));
  return Object.fromEntries(
    members.map(([name, one]) => [name, filled(SHAPES[name] ?? one, of[name], name, marked)]),
  );
}

function filledInteger(sample: unknown, name: string, { userId, offset, shared = [] }: Marked): unknown {
  if (name === 'userId') return userId;
  const value = typeof sample === 'number' ? sample : 1;
  return /(^id|Id|_id|Ids|_ids)$/.test(name) && !shared.includes(name) ? value + offset : value;
}

/** Texts that mean something, where their schema does not say so. */
const MEANT: Readonly<Record<string, string>> = {
  account_category: 'INVESTMENT',
  booking_datetime: '2026-03-02T06:10:00Z',
  value_datetime: '2026-03-02T06:10:00Z',
  reading_scopes: 'webhooks:read',
  certainty_score: '0.9',
  is_subscription: 'true',
  is_personal: 'false',
  compatible_destinations: 'BUDGETA',
  currency: 'EUR',
  country: 'FI',
};

function filledText(schema: TSchema, sample: unknown, name: string, { mark }: Marked): unknown {
  if (name in MEANT) return MEANT[name];
  if (/(url|Url|link)$/.test(name)) return `https://client.example/${mark}`;
  const { pattern, enum: values, format } = schema as { pattern?: string; enum?: string[]; format?: string };
  if (pattern === undefined && values === undefined && format === undefined) return `${mark} ${name}`;
  if (sample !== undefined && sample !== null) return sample;
  return values?.[0] ?? EXAMPLES.find((text) => new RegExp(pattern ?? '').test(text)) ?? mark;
}

const EXAMPLES = ['2026-03-02T06:10:00.000Z', '2026-03-02', 'EUR', '12.40', '71'];
