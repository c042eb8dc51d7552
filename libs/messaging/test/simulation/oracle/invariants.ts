import { DeadLetterRow, SimulatedDatabase } from '../database/simulated-database';
import { Table } from '../database/session';
import { Services } from '../scenario/services';
import { ExpectedWork, inOrderResult, workOfRuleEngine, workOfTransferEngine } from './expectations';

/** Holds the state at the end to what must be true of it; what is not goes into the history. */
export function checkEndState(services: Services): void {
  const { rules, transfers, shaped, known } = services;
  const ruleWork = workOfRuleEngine(services);
  const transferWork = workOfTransferEngine(services);
  checkRows(
    services,
    'rule_engine',
    ruleWork,
    rowsOf(shaped).map(({ shapedVersion: _own, ...row }) => row),
  );
  checkRows(services, 'transfer_engine', transferWork, rowsOf(known));
  for (const [database, work] of [
    [rules, ruleWork],
    [transfers, transferWork],
  ] as const) {
    checkTaken(services, database.schema, work);
    checkDeadLetters(services, database, work);
  }
  checkEvents(services, ruleWork);
  checkOutboxes(services);
  checkEffects(services);
}

function rowsOf<Row extends { readonly id: number }>({ rows }: Table<Row>): Row[] {
  return [...rows.values()].sort((one, other) => one.id - other.id);
}

/** The final state is that of an in-order run, to the byte. */
function checkRows({ world }: Services, service: string, work: ExpectedWork, rows: readonly object[]): void {
  const [expected, actual] = [inOrderResult(work), rows].map((list) =>
    list.map((row) => JSON.stringify(row)),
  );
  for (const row of expected ?? [])
    if (!actual?.includes(row)) world.history.violate('state', `${service} lacks ${row}`);
  for (const row of actual ?? [])
    if (!expected?.includes(row)) world.history.violate('state', `${service} ends with ${row}`);
}

/** A change and its event exist both, or neither. */
function checkEvents({ world: { history } }: Services, { items }: ExpectedWork): void {
  const published = new Set(items.map(({ id, version }) => `${id}/${version}`));
  for (const change of history.changes)
    if (!published.has(change)) history.violate('event', `${change} was never published`);
  for (const change of published)
    if (!history.changes.has(change)) history.violate('event', `${change} was published, but never happened`);
}

/** Nothing is lost, also not what a newer version came after. */
function checkTaken({ world: { history } }: Services, service: string, { items }: ExpectedWork): void {
  for (const { id, version, isPoison } of items) {
    const item = `${id}/${version}`;
    if (!isPoison && !history.hasTaken(service, item))
      history.violate('lost', `${service} never took ${item}`);
  }
}

/** Each poisoned item, and each unreadable message, was set aside once; nothing else was. */
function checkDeadLetters({ world }: Services, database: SimulatedDatabase, work: ExpectedWork): void {
  const expected = [
    ...work.unreadable.map(withoutNul),
    ...work.items.filter(({ isPoison }) => isPoison).map(({ id, version }) => `${id}/${version}`),
  ].sort();
  const actual = [...database.deadLetters.rows.values()].map(identityOf).sort();
  if (JSON.stringify(expected) !== JSON.stringify(actual)) {
    world.history.violate(
      'dead letters',
      `${database.schema} set aside [${actual.join(', ')}] instead of [${expected.join(', ')}]`,
    );
  }
}

function identityOf({ value, item }: DeadLetterRow): string {
  if (value.includes('"unreadable ')) return withoutNul(value);
  const { payload } = JSON.parse(value) as { payload: { transactions: SetAside[] } };
  if (item === -1 && payload.transactions.length > 1) return `all of ${value}`;
  const one = payload.transactions[Math.max(0, item)];
  return `${one?.id}/${one?.shapedVersion ?? one?.version}`;
}

/** A database's text cannot hold it. */
function withoutNul(value: string): string {
  return value.replaceAll('\0', '\uFFFD');
}

interface SetAside {
  readonly id: number;
  readonly version?: number;
  readonly shapedVersion?: number;
}

function checkOutboxes({ world, databases }: Services): void {
  for (const { outbox, schema } of databases)
    if (outbox.rows.size > 0)
      world.history.violate('outbox', `${schema} still holds ${outbox.rows.size} messages`);
}

/** One record at the destination for each transaction that was taken, whatever happened to requests and answers. */
function checkEffects({ world, ledger, known }: Services): void {
  const counts = new Map([...known.rows.values()].map(({ id }) => [id, 0]));
  for (const { transactionId } of ledger.records)
    counts.set(transactionId, (counts.get(transactionId) ?? 0) + 1);
  for (const [id, count] of counts)
    if (count !== 1)
      world.history.violate('effect', `transaction ${id} is ${count} times at the destination`);
}
