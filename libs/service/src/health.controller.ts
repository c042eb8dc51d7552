import { Controller, Get, Inject, ServiceUnavailableException } from '@nestjs/common';
import { BusTransport } from '@tributary/messaging';
import { adviceOnTrouble, Database, DatabaseTrouble } from '@tributary/persistence';
import { Draining } from './lifecycle/draining';
import { Warnings } from './machine/warnings';

type Part = 'database' | 'bus' | 'process';

interface Readiness {
  readonly status: 'ok' | 'unavailable';
  readonly checks: {
    readonly database: 'ok' | 'disk full' | 'down';
    readonly bus: 'ok' | 'down';
    readonly process?: 'ending';
  };
  /** Faults and their remedies, one line for each, without addresses, names or credentials. */
  readonly reasons?: Readonly<Partial<Record<Part, string>>>;
  /** Conditions that an operator should correct although the service can work, one line each. */
  readonly warnings?: readonly string[];
}

/** Troubles during which PostgreSQL still serves reads. */
const READS_WORK: readonly (DatabaseTrouble | null)[] = [null, 'disk-full', 'read-only'];

/** For orchestrators: `live` reports that the process runs, `ready` that it can work, `serving` that it can serve reads. */
@Controller('health')
export class HealthController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BusTransport) private readonly bus: BusTransport,
    @Inject(Draining) private readonly draining: Draining,
    @Inject(Warnings) private readonly warnings: Warnings,
  ) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  /**
   * For load balancers: an unavailable broker takes no instance out of service, because reads need the database alone.
   * An instance that may end because topics are missing is not ready, so that it does not replace one that works.
   */
  @Get('serving')
  async serving(): Promise<{ status: string }> {
    const isLeaving = this.draining.hasBegun || this.bus.awaitsOperator();
    if (!isLeaving && READS_WORK.includes(await this.database.trouble())) return { status: 'ok' };
    throw new ServiceUnavailableException({ message: 'not serving', status: 'unavailable' });
  }

  @Get('ready')
  async ready(): Promise<Readiness> {
    const trouble = await this.database.trouble();
    const reasons = reasonsOf({
      database: trouble && adviceOnTrouble(trouble),
      bus: this.bus.whyNotReady(),
      process: this.draining.hasBegun ? 'the service is about to end' : null,
    });
    const checks: Readiness['checks'] = {
      database: trouble === 'disk-full' ? 'disk full' : stateOf(reasons.database),
      bus: stateOf(reasons.bus),
      ...(reasons.process === undefined ? {} : { process: 'ending' }),
    };
    const lasting = this.warnings.current();
    const warnings = lasting.length === 0 ? {} : { warnings: lasting };
    if (Object.keys(reasons).length === 0) return { status: 'ok', checks, ...warnings };
    const unready = { status: 'unavailable', checks, reasons, ...warnings };
    throw new ServiceUnavailableException({ message: 'not ready', ...unready });
  }
}

function reasonsOf(failures: Readonly<Record<Part, string | null>>): Partial<Record<Part, string>> {
  return Object.fromEntries(Object.entries(failures).filter(([, reason]) => reason !== null));
}

function stateOf(reason: string | undefined): 'ok' | 'down' {
  return reason === undefined ? 'ok' : 'down';
}
