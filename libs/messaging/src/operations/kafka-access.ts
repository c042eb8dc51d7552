import {
  commandGroup,
  COMMANDED,
  COMMANDING,
  commandTopic,
  EVENTS,
  ServiceName,
  SERVICES,
  topics,
} from '@tributary/contracts';
import {
  AclEntry,
  AclOperationTypes as Operation,
  AclPermissionTypes as Permission,
  AclResourceTypes as Resource,
  Admin,
  Kafka,
  logLevel,
  ResourcePatternTypes as Pattern,
} from 'kafkajs';
import { REPLY_TOPIC } from '../engines/kafka/kafka-reply-channel';
import { clientSecurity, KafkaSecurity } from '../engines/kafka/kafka-security';

/** A service's use of the bus, by its contracts. */
export interface BusAccess {
  /** Topics that it produces to. */
  readonly writes: readonly string[];
  /** Topics that it consumes. */
  readonly reads: readonly string[];
  /** Consumer groups of the service. */
  readonly groups: readonly string[];
}

export function busAccess(service: ServiceName): BusAccess {
  const asks = service === COMMANDING;
  const own = COMMANDED.includes(service) ? [commandTopic(service)] : [];
  const events = EVENTS.filter(({ producer }) => producer === service).map(({ topic }) => topic);
  const taken = EVENTS.filter(({ consumers }) => consumers.includes(service)).map(({ topic }) => topic);
  return {
    writes: [...events, ...(asks ? COMMANDED.map(commandTopic) : []), REPLY_TOPIC],
    reads: [...taken, ...own, ...(asks ? [REPLY_TOPIC] : [])],
    groups: [service, ...(own.length > 0 ? [commandGroup(service)] : [])],
  };
}

/** The broker's user of a service. */
export function kafkaUser(service: ServiceName, prefix = ''): string {
  return `${prefix}${service}`;
}

/**
 * Returns the permissions of the services' users: the operations that their contracts need, and listing topics. A
 * broker with an authorizer refuses other users, and any other operation.
 */
export function kafkaAccess(prefix = ''): AclEntry[] {
  return SERVICES.flatMap((service) => {
    const { writes, reads, groups } = busAccess(service);
    const may = (operation: Operation, resourceType: Resource, names: readonly string[]): AclEntry[] =>
      names.map((name) => ({
        principal: principalOf(service, prefix),
        host: '*',
        operation,
        permissionType: Permission.ALLOW,
        resourceType,
        resourceName: prefix + name,
        resourcePatternType: Pattern.LITERAL,
      }));
    const replies = service === COMMANDING ? may(Operation.READ, Resource.GROUP, [`${REPLY_TOPIC}.`]) : [];
    return [
      ...may(Operation.DESCRIBE, Resource.TOPIC, [...topics().map(({ name }) => name), REPLY_TOPIC]),
      ...may(Operation.WRITE, Resource.TOPIC, writes),
      ...may(Operation.READ, Resource.TOPIC, reads),
      ...may(Operation.READ, Resource.GROUP, groups),
      // a prefix, because each requesting instance has a group of its own
      ...replies.map((entry) => ({ ...entry, resourcePatternType: Pattern.PREFIXED })),
    ];
  });
}

/**
 * Grants the services' users the entries of the table, and revokes everything else. @returns the numbers of entries,
 * and of revoked ones
 */
export async function grantKafkaAccess(options: {
  readonly brokers: readonly string[];
  readonly security?: KafkaSecurity;
  readonly prefix?: string;
}): Promise<{ readonly granted: number; readonly withdrawn: number }> {
  const admin = new Kafka({
    clientId: 'provision',
    brokers: [...options.brokers],
    ...clientSecurity(options.security),
    logLevel: logLevel.NOTHING,
  }).admin();
  await admin.connect();
  try {
    const wanted = kafkaAccess(options.prefix);
    await admin.createAcls({ acl: wanted });
    const extra = (await entriesOf(admin, options.prefix)).filter(
      (entry) => !wanted.some((one) => isSame(one, entry)),
    );
    if (extra.length > 0) await admin.deleteAcls({ filters: extra });
    return { granted: wanted.length, withdrawn: extra.length };
  } finally {
    await admin.disconnect();
  }
}

async function entriesOf(admin: Admin, prefix?: string): Promise<AclEntry[]> {
  const found = SERVICES.map((service) =>
    admin.describeAcls({
      principal: principalOf(service, prefix),
      resourceType: Resource.ANY,
      resourcePatternType: Pattern.ANY,
      operation: Operation.ANY,
      permissionType: Permission.ANY,
    }),
  );
  return (await Promise.all(found)).flatMap(({ resources }) =>
    resources.flatMap(({ acls, ...resource }) => acls.map((acl) => ({ ...resource, ...acl }))),
  );
}

function isSame(one: AclEntry, other: AclEntry): boolean {
  return (Object.keys(one) as (keyof AclEntry)[]).every((name) => one[name] === other[name]);
}

function principalOf(service: ServiceName, prefix?: string): string {
  return `User:${kafkaUser(service, prefix)}`;
}
