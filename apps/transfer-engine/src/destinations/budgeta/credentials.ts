/** What is kept of a BUDGETA user's access. */
export interface BudgetaCredentials {
  readonly accessToken: string;
  /** Null for a personal access token, which does not run out. */
  readonly refreshToken: string | null;
}

export function toCredentials({ accessToken, refreshToken }: BudgetaCredentials): string {
  return JSON.stringify({ access_token: accessToken, refresh_token: refreshToken });
}

/** Also reads a personal access token as it was kept before there were others: the token itself. */
export function fromCredentials(credentials: string): BudgetaCredentials {
  if (!credentials.startsWith('{')) return { accessToken: credentials, refreshToken: null };
  const kept = JSON.parse(credentials) as { access_token: string; refresh_token: string | null };
  return { accessToken: kept.access_token, refreshToken: kept.refresh_token };
}
