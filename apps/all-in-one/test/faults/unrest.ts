import { commandGroup, SERVICES } from '@tributary/contracts';
import type { KafkaGroups } from '@tributary/messaging';
import type { SandboxControl } from '../../src/demo/sandbox-control';
import { schemaOf } from '../../src/services/service-environment';
import type { PostgresUnderFault } from './postgres-under-fault';

/** The groups of all consumers, of events and of commands; not every service has both. */
export const GROUPS = SERVICES.flatMap((service) => [service, commandGroup(service)]);

/** The waiting work in the database, by table. */
const WAITING: readonly (readonly [string, string])[] = [
  ...SERVICES.map(
    (service) =>
      [`messages in the outbox of ${service}`, `select count(*) from ${schemaOf(service)}.outbox`] as const,
  ),
  [
    'accounts being synced',
    `select count(*) from ingestion_sync.financial_accounts
      where next_sync_at <= clock_timestamp() or lease_until > clock_timestamp()`,
  ],
  ['transfers to be sent', `select count(*) from transfer_engine.transfers where state = 'PENDING'`],
  ['claims of units', `select count(*) from transfer_engine.dispatch_claims`],
  ['deliveries to be made', `select count(*) from webhook_dispatcher.deliveries where status = 'PENDING'`],
];

/** Returns all waiting work in the system, in words; empty when it is idle. */
export async function unrest(
  postgres: PostgresUnderFault,
  groups: KafkaGroups,
  control: SandboxControl,
  institution: string,
): Promise<string[]> {
  const expected = (await control.summary(institution)).provider_a.transactions;
  const read = await postgres.count('select count(*) from ingestion_sync.transactions');
  const counts = await Promise.all(
    WAITING.map(async ([what, sql]) => ({ what, count: await postgres.count(sql) })),
  );
  const statuses = await groups.statuses(GROUPS);
  return [
    ...(read < expected ? [`${read} of ${expected} transactions read`] : []),
    ...counts.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`),
    ...statuses.filter(({ lag }) => lag > 0).map(({ group, lag }) => `${lag} messages before ${group}`),
  ];
}
