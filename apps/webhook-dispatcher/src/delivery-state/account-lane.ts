/** The lane of what concerns an account: deliveries of one lane go one after another. */
export function accountLane(accountId: number): string {
  return `account:${accountId}`;
}
