/** Returns the lane of deliveries about an account; deliveries of one lane are sent one after another. */
export function accountLane(accountId: number): string {
  return `account:${accountId}`;
}
