import { checked, ContractViolationError, SERVICES } from './contract';
import { COMMANDS, EVENTS, findEvent, topics } from './catalogue';

describe('the catalogue of events', () => {
  it.each(EVENTS.map((event) => [`${event.topic} v${event.version}`, event] as const))(
    '%s has golden samples that fit its own contract',
    (_name, event) => {
      for (const sample of [event.sample, ...(event.furtherSamples ?? [])]) {
        expect(() => checked(event.payload, sample, event.topic)).not.toThrow();
      }
    },
  );

  it('names a topic as entity and past participle, once', () => {
    const names = EVENTS.map((event) => event.topic);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z-]+\.[a-z]+ed$/);
  });

  it('finds an event by topic and version only', () => {
    expect(findEvent('transaction.upserted', 1)?.producer).toBe('ingestion-sync');
    expect(findEvent('transaction.upserted', 99)).toBeUndefined();
  });

  it('sends no event back to its own producer', () => {
    for (const event of EVENTS) expect(event.consumers).not.toContain(event.producer);
  });

  it('gives each service with commands one topic for them', () => {
    const services = new Set(COMMANDS.map((command) => command.service));
    const commandTopics = topics().filter((topic) => topic.name.endsWith('.commands'));
    expect(commandTopics).toHaveLength(services.size);
    for (const service of services) expect(SERVICES).toContain(service);
  });
});

describe('a message that does not fit its contract', () => {
  const event = findEvent('transaction.upserted', 1)!;

  it('is refused with the path, never the value', () => {
    const payload = structuredClone(event.sample) as { transactions: { document: { amount: string } }[] };
    payload.transactions[0]!.document.amount = '1e3-secret';
    expect(() => checked(event.payload, payload, event.topic)).toThrow(ContractViolationError);
    expect(() => checked(event.payload, payload, event.topic)).toThrow(/\/transactions\/0\/document\/amount/);
    expect(() => checked(event.payload, payload, event.topic)).not.toThrow(/secret/);
  });
});
