import { Fields, WireResource } from '@tributary/contracts';

/** A row of a resource that belongs to an account. */
interface PartRow<D> {
  readonly id: number;
  readonly account_id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: D;
}

/** Writes rows of a resource that names its account. */
export function partOfAccount<D>(resource: WireResource<D, { financial_account_id: string }>) {
  return ({ id, account_id, document, created_at, updated_at }: PartRow<D>): Fields =>
    resource.write(
      { id, document, createdAt: created_at, updatedAt: updated_at },
      { financial_account_id: String(account_id) },
    );
}
