/** Counts the requests of each connection, because a server counts them and not the accounts that they are for. */
export interface RequestLedger {
  /**
   * Counts one request, before it is made. @returns null, or for how long the connection must make none
   */
  spend(consentId: string): Promise<number | null>;
}

/** Counts nothing. */
export const UNLIMITED: RequestLedger = { spend: () => Promise.resolve(null) };
