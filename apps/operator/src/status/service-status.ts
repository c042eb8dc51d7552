import { commandGroup, ServiceName, SERVICES } from '@tributary/contracts';
import { KafkaGroups, oldestMessageS, waitingDeadLetters, waitingMessages } from '@tributary/messaging';
import { Pool } from 'pg';
import { OperatorConfig, schemaOf } from '../operator.config';

export interface ServiceStatus {
  readonly service: ServiceName;
  readonly migrations: number;
  readonly outbox: number;
  readonly oldest_outbox_s: number | null;
  readonly dead_letters: number;
  /** The consumer groups of events and of commands; null if the bus runs inside the process. */
  readonly groups: Readonly<Record<string, GroupStatus>> | null;
}

export interface GroupStatus {
  /** The number of messages that are not consumed yet. */
  readonly lag: number;
  /** The number of consuming instances. */
  readonly members: number;
}

/** Reads the state of each service from its schema and from the broker. */
export async function readStatus(pool: Pool, config: OperatorConfig): Promise<ServiceStatus[]> {
  const groups = await groupStatuses(config);
  return Promise.all(SERVICES.map((service) => statusOf(pool, service, groups)));
}

async function statusOf(pool: Pool, service: ServiceName, groups: Groups): Promise<ServiceStatus> {
  const schema = schemaOf(service);
  const { rows } = await pool.query<Omit<ServiceStatus, 'service' | 'groups'>>(
    `select (select count(*)::int from ${schema}.migrations) as migrations,
            (${waitingMessages(schema)}) as outbox,
            (${oldestMessageS(schema)}) as oldest_outbox_s,
            (${waitingDeadLetters(schema)}) as dead_letters`,
  );
  const [row] = rows;
  if (!row) throw new Error(`nothing was read of ${service}`);
  return { service, ...row, groups: groups && groupsOf(service, groups) };
}

type Groups = ReadonlyMap<string, GroupStatus> | null;

function groupsOf(service: ServiceName, groups: ReadonlyMap<string, GroupStatus>) {
  const names = [service, commandGroup(service)];
  return Object.fromEntries(
    names.map((name) => {
      const { lag = 0, members = 0 } = groups.get(name) ?? {};
      return [name, { lag, members }];
    }),
  );
}

async function groupStatuses({ kafka }: OperatorConfig): Promise<Groups> {
  if (!kafka) return null;
  const groups = new KafkaGroups(kafka);
  await groups.connect();
  try {
    const statuses = await groups.statuses(SERVICES.flatMap((name) => [name, commandGroup(name)]));
    return new Map(statuses.map((status) => [status.group, status]));
  } finally {
    await groups.close();
  }
}
