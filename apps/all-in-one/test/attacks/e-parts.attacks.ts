import {
  CommandContract,
  commandTopic,
  CreateRule,
  ownerOf,
  ServiceName,
  SERVICES,
} from '@tributary/contracts';
import { OutgoingMessage } from '@tributary/messaging';
import { SecretBox } from '@tributary/secrets';
import { commandTrust, EnvironmentReader, readPlatformConfig } from '@tributary/service';
import { eventually } from '@tributary/testing';
import { randomUUID } from 'node:crypto';
import { SCHEMAS, schemaOf } from '../../src/services/service-environment';
import type { AttackedSystem } from './attacked-system';

/** Section E of docs/explanation/security.md: attacks between the services. */
export function betweenParts(system: () => AttackedSystem): void {
  it('refuses a command that a stranger put onto the bus in a user’s name', async () => {
    const { kafka } = system();
    if (!kafka) return; // a single process has no bus to which others can connect
    const victim = await system().user('forged');
    const engine = kafka.engineOf();
    try {
      await engine.publish([forged(CreateRule, RULE, victim.id)]);
      await eventually(() => expect(system().logs().includes('UnsignedCommandError')).toBe(true), {
        timeoutMs: 20_000,
      });
    } finally {
      await engine.close();
    }
    expect(await system().data('GET', '/rules', victim.token)).toEqual([]);
    expect(system().logs().includes(RULE.name)).toBe(false);
  });

  it('does not let a service command others, or answer in their name', async () => {
    const { kafka } = system();
    if (!kafka) return;
    const engine = kafka.engineOf('webhook-dispatcher');
    try {
      for (const message of [forged(CreateRule, RULE, 1), { ...EVENT, topic: 'transaction.shaped' }])
        await expect(engine.publish([message])).rejects.toThrow(/not authorized/i);
      await engine.publish([{ ...EVENT, topic: 'replies' }]);
    } finally {
      await engine.close();
    }
  });

  it('gives no service a key that decrypts data or commands of another', async () => {
    const user = await system().user('sealed');
    await system().connectBank(user);
    await system().data('POST', '/webhooks', user.token, {
      url: 'https://127.0.0.1:1/hook',
      events: ['transactions.created'],
    });
    const sealedBy = new Map<string, string[]>();
    for (const schema of SCHEMAS) sealedBy.set(schema, await sealedIn(system(), schema));
    for (const schema of ['ingestion_sync', 'webhook_dispatcher']) {
      expect({ schema, sealed: sealedBy.get(schema)?.length }).not.toEqual({ schema, sealed: 0 });
    }
    for (const holder of SERVICES) {
      for (const owner of SERVICES.filter((name) => name !== holder)) {
        for (const sealed of sealedBy.get(schemaOf(owner)) ?? []) {
          for (const box of boxesOf(system(), holder)) {
            expect(() => box.open(sealed, '')).toThrow('sealed with another key');
          }
        }
      }
    }
  });

  it('gives the key that signs commands only to the gateway', () => {
    const holders = SERVICES.filter((service) => 'COMMAND_SIGNING_KEY' in system().environmentOf(service));
    expect(holders).toEqual(['api-gateway']);
  });
}

const EVENT = { key: '1', value: '{}', headers: {} };

const RULE = {
  name: 'made by nobody',
  description: null,
  scope: 'ANY',
  enabled: true,
  trigger_on_any_condition: false,
  skip_other_rules_when_triggered: false,
  conditions: [],
  actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.payee', value: 'x' }],
};

/** A command with everything that a producer can know. */
function forged(contract: CommandContract, payload: unknown, userId: number): OutgoingMessage {
  return {
    topic: commandTopic(contract.service),
    key: String(userId),
    value: JSON.stringify(payload),
    headers: {
      command: contract.name,
      'command-id': randomUUID(),
      'request-hash': 'any',
      'correlation-id': randomUUID(),
      deadline: String(Date.now() + 600_000),
      caller: JSON.stringify(ownerOf(userId)),
      'reply-topic': 'replies',
      'reply-partition': '0',
      'reply-instance': 'attacker',
    },
  };
}

/** Returns every encrypted value in a service's tables. */
async function sealedIn(system: AttackedSystem, schema: string): Promise<string[]> {
  const columns = await system.sql<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = $1 and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb')`,
    [schema],
  );
  const values = columns.map(
    ({ table, column }) =>
      `select (regexp_matches("${column}"::text, 'v1\\.[\\w-]{8}\\.[\\w-]+\\.[\\w-]+\\.[\\w-]*', 'g'))[1] as sealed
         from "${schema}"."${table}"`,
  );
  const rows = await system.sql<{ sealed: string }>(values.join(' union all '));
  return rows.map(({ sealed }) => sealed);
}

/** Returns the boxes of the keys that the service's process has. */
function boxesOf(system: AttackedSystem, service: ServiceName): SecretBox[] {
  const config = readPlatformConfig(service, new EnvironmentReader(system.environmentOf(service)));
  return [new SecretBox(config.encryptionKey, config.acceptedEncryptionKeys), commandTrust(config).box];
}
