import Ajv from 'ajv';
import { COMMANDS, EVENTS, topics } from '../catalogue';
import { asyncApiDocument } from './asyncapi';

interface Message {
  readonly payload: object;
  readonly examples?: readonly { readonly payload: Record<string, unknown> }[];
}

interface Document {
  readonly channels: Record<string, { address: string; messages: Record<string, { $ref: string }> }>;
  readonly operations: Record<string, { action: string; channel: { $ref: string }; reply?: object }>;
  readonly components: { messages: Record<string, Message>; schemas: Record<string, object> };
}

const document = JSON.parse(JSON.stringify(asyncApiDocument())) as Document;
const ajv = new Ajv({ strict: false, allErrors: true }).addSchema(document, 'bus');

/** The errors that the JSON Schema checker finds in a message's payload. */
function complaints(messageName: string, payload: unknown): string[] {
  const pointer = messageName.replaceAll('~', '~0').replaceAll('/', '~1');
  const check = ajv.compile({ $ref: `bus#/components/messages/${pointer}/payload` });
  return check(payload) ? [] : (check.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

function exampleOf(messageName: string): Record<string, unknown> {
  const payload = document.components.messages[messageName]?.examples?.[0]?.payload;
  if (!payload) throw new Error(`${messageName} has no example`);
  return structuredClone(payload);
}

function allReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    key === '$ref' && typeof member === 'string' ? [member] : allReferences(member),
  );
}

function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    document,
  );
}

describe('the AsyncAPI document', () => {
  it('has exactly the topics of the bus, and the replies', () => {
    const addresses = Object.values(document.channels).map(({ address }) => address);
    expect(addresses.sort()).toEqual([...topics().map(({ name }) => name), 'replies'].sort());
  });

  it('has an operation for every producer, consumer and command', () => {
    const taken = EVENTS.reduce((sum, event) => sum + event.consumers.length, 0);
    const actions = Object.values(document.operations).map(({ action }) => action);
    expect(actions.filter((action) => action === 'send')).toHaveLength(EVENTS.length);
    expect(actions.filter((action) => action === 'receive')).toHaveLength(taken + COMMANDS.length);
  });

  it('resolves every reference', () => {
    const references = [...new Set(allReferences(document))];
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
  });

  it.each(EVENTS.map(({ topic, version }) => `${topic}.v${version}`))(
    'shows for %s a sample that fits a JSON Schema',
    (name) => expect(complaints(name, exampleOf(name))).toEqual([]),
  );

  it('has schemas that refuse what the contract refuses', () => {
    const message = exampleOf('balance.snapshotted.v1') as { payload: { cleared: string } };
    message.payload.cleared = '1e3';
    expect(complaints('balance.snapshotted.v1', message).join()).toContain('/payload/cleared');
  });

  it.each(EVENTS.map((event) => [event.topic, event] as const))('names the key of %s', (_topic, event) => {
    const key = event.keyedBy
      .split('.')
      .reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], event.sample);
    expect(Number.isInteger(key)).toBe(true);
  });

  it('shows the encrypted form as the payload of a confidential command, not its content', () => {
    const confidential = COMMANDS.filter((command) => command.confidential);
    expect(confidential.length).toBeGreaterThan(0);
    for (const { name } of confidential) {
      expect(complaints(name, { sealed: 'text' })).toEqual([]);
      expect(complaints(`${name}.reply`, { ok: true, result: {} })).not.toEqual([]);
    }
  });
});
