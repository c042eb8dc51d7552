import type { Scope } from '../metering/scope';
import { addDays, utcDay } from '@tributary/money';
import type { Store } from '../state/store';
import { fieldProblem, notFound, problem } from './problem';

export interface Agreement {
  readonly id: string;
  readonly created: string;
  readonly institution_id: string;
  readonly max_historical_days: number;
  readonly access_valid_for_days: number;
  readonly access_scope: readonly Scope[];
  /** Null until the user has consented. */
  readonly accepted: string | null;
  readonly reconfirmation: boolean;
}

export interface Requisition {
  readonly id: string;
  readonly created: string;
  readonly redirect: string;
  /** Created, linked, rejected. */
  readonly status: 'CR' | 'LN' | 'RJ';
  readonly institution_id: string;
  readonly agreement: string;
  readonly reference: string;
  readonly accounts: readonly string[];
  readonly user_language: string | null;
  readonly account_selection: boolean;
  readonly redirect_immediate: boolean;
}

/** Agreements and requisitions: which client may read which account and resource, how much history, and until when. */
export class Consents {
  private readonly agreements = this.store.table<Agreement>('agreement', ({ id }) => id);
  private readonly requisitions = this.store.table<Requisition>('requisition', ({ id }) => id);

  constructor(
    private readonly now: () => number,
    private readonly store: Store,
  ) {}

  agreement(id: string): Agreement {
    const found = this.agreements.get(id);
    if (!found) throw notFound();
    return found;
  }

  requisition(id: string): Requisition {
    const found = this.requisitions.get(id);
    if (!found) throw notFound();
    return found;
  }

  allAgreements(): readonly Agreement[] {
    return this.agreements.all();
  }

  allRequisitions(): readonly Requisition[] {
    return this.requisitions.all();
  }

  saveAgreement(agreement: Agreement): Agreement {
    return this.agreements.save(agreement);
  }

  deleteAgreement(id: string): void {
    this.agreement(id);
    this.agreements.delete(id);
  }

  addRequisition(requisition: Requisition): Requisition {
    const { reference } = requisition;
    if (this.allRequisitions().some((other) => other.reference === reference)) {
      throw fieldProblem('reference', 'Client reference must be unique', `${reference} already exists`);
    }
    return this.requisitions.save(requisition);
  }

  /** The user consents: the agreement is accepted and the requisition lists its accounts. */
  link(id: string, accounts: readonly string[]): Requisition {
    const requisition = this.requisition(id);
    const agreement = this.agreement(requisition.agreement);
    this.saveAgreement({ ...agreement, accepted: new Date(this.now()).toISOString() });
    return this.requisitions.save({ ...requisition, status: 'LN', accounts });
  }

  reject(id: string): Requisition {
    return this.requisitions.save({ ...this.requisition(id), status: 'RJ' });
  }

  /** Deletes the requisition's agreement, too. */
  deleteRequisition(id: string): void {
    const { agreement } = this.requisition(id);
    this.requisitions.delete(id);
    if (this.agreements.get(agreement)) this.agreements.delete(agreement);
  }

  /** The agreement under which an account may be read. Throws 404 without a link, 401 when all have ended, 403 without the scope. */
  grant(account: string, scope?: Scope): Agreement {
    const linked = this.allRequisitions()
      .filter(({ accounts }) => accounts.includes(account))
      .flatMap(({ agreement }) => this.agreements.get(agreement) ?? []);
    const [first] = linked;
    if (!first) throw notFound();
    const living = linked.filter((agreement) => !this.hasEnded(agreement));
    if (living.length === 0) throw accessExpired(first);
    const granted = living.find((agreement) => scope === undefined || agreement.access_scope.includes(scope));
    if (!granted) {
      throw problem(403, 'Access denied', `End User Agreement (EUA) does not cover the scope ${scope}`);
    }
    return granted;
  }

  /** Removes all consents. */
  reset(): void {
    this.agreements.reset();
    this.requisitions.reset();
  }

  private hasEnded({ accepted, access_valid_for_days: days }: Agreement): boolean {
    return accepted === null || addDays(accepted.slice(0, 10), days) <= utcDay(this.now());
  }
}

function accessExpired(agreement: Agreement) {
  return problem(
    401,
    `End User Agreement (EUA) ${agreement.id} has expired`,
    `EUA was valid for ${agreement.access_valid_for_days} days and it has expired. The end user must connect the account once more with new EUA and Requisition`,
    'AccessExpiredError',
  );
}
