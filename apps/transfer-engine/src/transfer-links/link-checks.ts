import { Caller, DestinationType, FieldErrors, mayAccess } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';

/** What a link names of the caller's, and under which field path a mistake is told. */
export interface LinkEnds {
  readonly path: string;
  readonly financialAccountId: number;
  readonly destinationType: DestinationType;
  readonly destinationId: number;
}

/**
 * Checks, in two statements for all links, that the accounts and the destinations exist, are the caller's, and are of
 * the type that the link says. One that is somebody else's looks like one that does not exist.
 */
export async function checkLinkEnds(
  tx: Tx,
  caller: Caller,
  links: readonly LinkEnds[],
): Promise<FieldErrors> {
  const accounts = await accessibleAccounts(
    tx,
    caller,
    links.map((link) => link.financialAccountId),
  );
  const types = await destinationTypes(
    tx,
    caller,
    links.map((link) => link.destinationId),
  );
  const errors: FieldErrors = {};
  for (const { path, financialAccountId, destinationType, destinationId } of links) {
    if (!accounts.has(financialAccountId)) refuse(errors, `${path}financial_account_id`);
    if (types.get(destinationId) !== destinationType) refuse(errors, `${path}destination_id`);
  }
  return errors;
}

function refuse(errors: FieldErrors, field: string): void {
  errors[field] = [`The selected ${field} is invalid.`];
}

/** Locked against a deletion in the meantime. */
async function accessibleAccounts(tx: Tx, caller: Caller, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ id: number; userId: number }>(
    `select id, user_id as "userId" from accounts where id = any($1) and not deleted order by id for share`,
    [[...new Set(ids)]],
  );
  return new Set(rows.filter((row) => mayAccess(caller, row)).map((row) => row.id));
}

async function destinationTypes(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, DestinationType>> {
  const rows = await tx.query<{ id: number; destination_type: DestinationType }>(
    `select id, destination_type from destination_targets where id = any($1) and user_id = $2 and not deleted`,
    [[...new Set(ids)], caller.userId],
  );
  return new Map(rows.map((row) => [row.id, row.destination_type]));
}
