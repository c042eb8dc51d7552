import { Queryable, Tx } from '@tributary/persistence';
import { EntityManager } from 'typeorm';
import { UnitOfWork } from '../../../src/consumers/event-processor';
import { ProcessLife } from '../process';
import { connectionLost, connectionRefused } from './errors';
import { Session } from './session';
import { SimulatedDatabase } from './simulated-database';
import { statementOf } from './statements';

/** A process's connections to its database: every statement travels, and any of them may find it gone. */
export class Connections implements UnitOfWork, Queryable {
  private readonly open = new Set<Session>();

  constructor(
    readonly database: SimulatedDatabase,
    private readonly life: ProcessLife,
  ) {
    life.whenDead(() => this.breakAll());
  }

  async transaction<T>(work: (tx: SimulatedTransaction) => Promise<T>): Promise<T> {
    const session = this.begin();
    const tx = new SimulatedTransaction(this.database, this.life, session);
    try {
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (error) {
      await this.life.ask(async () => session.abort());
      throw error;
    }
  }

  afterCommit(): void {
    throw new Error('handlers of a simulation do nothing after a commit');
  }

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const run = statementOf(sql);
    const session = this.begin();
    return this.life.ask(async () => {
      try {
        assertReachable(this.database, session);
        const rows = await run(session, this.database, parameters);
        commit(this.database, session);
        return rows as Row[];
      } finally {
        session.abort();
      }
    });
  }

  async execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    return (await this.query(sql, parameters)).length;
  }

  queryPrepared<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.query<Row>(sql, parameters);
  }

  private begin(): Session {
    const session = this.database.begin((ended) => this.open.delete(ended));
    this.open.add(session);
    return session;
  }

  /** The server notices the death of its client after a while; until then its locks are held. */
  private breakAll(): void {
    const { scheduler, random } = this.life.world;
    for (const session of this.open) scheduler.after(random.between(0, 300), () => session.abort());
  }
}

/** One open transaction as its process sees it. */
export class SimulatedTransaction implements Tx {
  constructor(
    readonly database: SimulatedDatabase,
    private readonly life: ProcessLife,
    private readonly session: Session,
  ) {}

  get manager(): EntityManager {
    throw new Error('the simulated database has no entity manager');
  }

  afterCommit(): void {
    throw new Error('handlers of a simulation do nothing after a commit');
  }

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const run = statementOf(sql);
    return (await this.statement((session) => run(session, this.database, parameters))) as Row[];
  }

  async execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    return (await this.query(sql, parameters)).length;
  }

  queryPrepared<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.query<Row>(sql, parameters);
  }

  /** A statement that is written out as what it does, for tables that the bus does not know. */
  statement<T>(run: (session: Session) => Promise<T>): Promise<T> {
    return this.life.ask(async () => {
      assertReachable(this.database, this.session);
      const result = await run(this.session);
      this.session.assertOpen();
      return result;
    });
  }

  commit(): Promise<void> {
    return this.life.ask(async () => commit(this.database, this.session));
  }
}

/** The transaction that a handler was given, with what only the simulated one can do. */
export function simulated(tx: Tx): SimulatedTransaction {
  if (tx instanceof SimulatedTransaction) return tx;
  throw new Error('this handler runs in a simulation only');
}

function assertReachable({ availability, world }: SimulatedDatabase, session: Session): void {
  if (availability.isAway()) throw connectionRefused();
  if (!world.random.chance(world.faults.statementLost)) return session.assertOpen();
  world.history.met('statement lost');
  session.abort();
  throw connectionLost();
}

/** Where the connection breaks now, the client cannot know on which side of the commit. */
function commit({ availability, world }: SimulatedDatabase, session: Session): void {
  if (availability.isAway()) throw connectionRefused();
  const isLost = world.random.chance(world.faults.commitLost);
  if (isLost && world.random.chance(0.5)) {
    world.history.met('commit lost before it took effect');
    session.abort();
    throw connectionLost();
  }
  session.commit();
  if (!isLost) return;
  world.history.met('commit lost after it took effect');
  throw connectionLost();
}
