import { addDays, isoDate } from '../state/sandbox-clock';
import type { Scope } from '../metering/scope';
import type { Agreement, ProviderAEvent, Requisition } from './provider-a.events';
import { fieldProblem, notFound, problem } from './problem';

/** Agreements and requisitions: which client may read which account and resource, how much history, and until when. */
export class Consents {
  private readonly agreements = new Map<string, Agreement>();
  private readonly requisitions = new Map<string, Requisition>();
  private readonly references = new Set<string>();
  private readonly requisitionsOfAccount = new Map<string, Set<string>>();

  constructor(
    private readonly now: () => number,
    private readonly record: (event: ProviderAEvent) => void,
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

  allAgreements(): Agreement[] {
    return [...this.agreements.values()];
  }

  allRequisitions(): Requisition[] {
    return [...this.requisitions.values()];
  }

  saveAgreement(agreement: Agreement): Agreement {
    this.restoreAgreement(agreement);
    this.record({ kind: 'agreement', agreement });
    return agreement;
  }

  deleteAgreement(id: string): void {
    this.agreement(id);
    this.forgetAgreement(id);
    this.record({ kind: 'agreement-deleted', id });
  }

  addRequisition(requisition: Requisition): Requisition {
    if (this.references.has(requisition.reference)) {
      throw fieldProblem(
        'reference',
        'Client reference must be unique',
        `${requisition.reference} already exists`,
      );
    }
    return this.saveRequisition(requisition);
  }

  /** The user consents: the agreement is accepted and the requisition lists its accounts. */
  link(id: string, accounts: readonly string[]): Requisition {
    const requisition = this.requisition(id);
    const agreement = this.agreement(requisition.agreement);
    this.saveAgreement({ ...agreement, accepted: new Date(this.now()).toISOString() });
    return this.saveRequisition({ ...requisition, status: 'LN', accounts });
  }

  reject(id: string): Requisition {
    return this.saveRequisition({ ...this.requisition(id), status: 'RJ' });
  }

  /** Takes its agreement with it. */
  deleteRequisition(id: string): void {
    const requisition = this.requisition(id);
    this.forgetRequisition(id);
    this.record({ kind: 'requisition-deleted', id });
    if (this.agreements.has(requisition.agreement)) this.deleteAgreement(requisition.agreement);
  }

  /** The agreement under which an account may be read. Throws 404 without a link, 401 when all have ended, 403 without the scope. */
  grant(account: string, scope?: Scope): Agreement {
    const linked = this.agreementsOf(account);
    if (linked.length === 0) throw notFound();
    const living = linked.filter((agreement) => !this.hasEnded(agreement));
    const [first] = linked;
    if (living.length === 0 && first) throw accessExpired(first);
    const granted = living.find((agreement) => scope === undefined || agreement.access_scope.includes(scope));
    if (!granted) {
      throw problem(403, 'Access denied', `End User Agreement (EUA) does not cover the scope ${scope}`);
    }
    return granted;
  }

  /** As at the start: nobody has consented to anything. */
  reset(): void {
    this.agreements.clear();
    this.requisitions.clear();
    this.references.clear();
    this.requisitionsOfAccount.clear();
  }

  restoreAgreement(agreement: Agreement): void {
    this.agreements.set(agreement.id, agreement);
  }

  forgetAgreement(id: string): void {
    this.agreements.delete(id);
  }

  restoreRequisition(requisition: Requisition): void {
    this.requisitions.set(requisition.id, requisition);
    this.references.add(requisition.reference);
    for (const account of requisition.accounts) {
      const ids = this.requisitionsOfAccount.get(account) ?? new Set();
      this.requisitionsOfAccount.set(account, ids.add(requisition.id));
    }
  }

  forgetRequisition(id: string): void {
    const requisition = this.requisitions.get(id);
    if (!requisition) return;
    this.requisitions.delete(id);
    this.references.delete(requisition.reference);
    for (const account of requisition.accounts) this.requisitionsOfAccount.get(account)?.delete(id);
  }

  private saveRequisition(requisition: Requisition): Requisition {
    this.restoreRequisition(requisition);
    this.record({ kind: 'requisition', requisition });
    return requisition;
  }

  private agreementsOf(account: string): Agreement[] {
    const ids = [...(this.requisitionsOfAccount.get(account) ?? [])];
    return ids
      .map((id) => this.agreements.get(this.requisitions.get(id)?.agreement ?? ''))
      .filter((agreement) => agreement !== undefined);
  }

  private hasEnded(agreement: Agreement): boolean {
    return agreement.accepted === null || endOf(agreement) <= isoDate(this.now());
  }
}

function endOf(agreement: Agreement): string {
  return addDays((agreement.accepted ?? '').slice(0, 10), agreement.access_valid_for_days);
}

function accessExpired(agreement: Agreement) {
  return problem(
    401,
    `End User Agreement (EUA) ${agreement.id} has expired`,
    `EUA was valid for ${agreement.access_valid_for_days} days and it has expired. The end user must connect the account once more with new EUA and Requisition`,
    'AccessExpiredError',
  );
}
