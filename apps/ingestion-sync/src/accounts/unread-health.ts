import { Health } from '@tributary/contracts';

/**
 * Maximum number of stored unreadable rows of an account. Further rows are not stored, and the health reports "at
 * least".
 */
export const UNREAD_ROWS_MAX = 500;

/** Returns the account's health with a notice about unreadable rows. */
export function withUnread(health: Health, unread: number): Health {
  if (unread === 0) return health;
  const told = health.integrator_message;
  return {
    ...health,
    status: health.status === 'FAILING' ? health.status : 'DEGRADED',
    integrator_message: told === null ? unreadMessage(unread) : `${told} ${unreadMessage(unread)}`,
  };
}

function unreadMessage(unread: number): string {
  const count = unread < UNREAD_ROWS_MAX ? `${unread}` : `At least ${unread}`;
  const [rows, are] = unread === 1 ? ['One row', 'It is'] : [`${count} rows`, 'They are'];
  return (
    `${rows} of the bank could not be read. ${are} set aside and listed at the account; until the bank sends them right, ` +
    'transactions are missing and the balance may not fit.'
  );
}
