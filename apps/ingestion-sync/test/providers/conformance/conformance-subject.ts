import type { Provider } from '@tributary/contracts';
import type { Sandbox } from '@tributary/sandbox';
import { AccountAccess, AccountProvider } from '../../../src/providers/provider.port';

/** How to configure a sandbox's pages, if its wire format has pages. */
export interface ConformancePaging {
  /** Bodies of `PUT /_control/<target>/behaviour`. */
  readonly pagesOf: (rows: number) => object;
  /** Each answer names the key that it was asked with as the next one. */
  readonly sameKeyForEver: object;
  /** Every other page is empty and still names a next one. */
  readonly emptyPages: object;
  readonly usual: object;
}

/** What the suite must know of a connector and of the sandbox's part that speaks its wire format. */
export interface ConformanceSubject {
  readonly provider: Provider;
  /** The sandbox's part, as faults and `/_control` name it. */
  readonly target: string;
  readonly baseUrl: (sandbox: Sandbox) => string;
  /** A connector with credentials that the sandbox takes. */
  readonly connect: (baseUrl: string, timeoutMs: number, sandbox: Sandbox) => AccountProvider;
  /** What an error must never hold: keys, tokens. */
  readonly secrets: (sandbox: Sandbox) => readonly string[];
  /** Null where the provider does not say in which countries its institutions are. */
  readonly country: string | null;
  /** With one account, which has rows in several windows. */
  readonly institution: string;
  /** What the bank's only account has in all. */
  readonly truth: (control: SandboxControl) => Promise<ConformanceTruth>;
  /** Regular expressions over `METHOD /path?query`. */
  readonly paths: { readonly transactions: string; readonly balances: string };
  /** Faults (without target) of one request, as the provider would refuse it. */
  readonly refusals: {
    readonly consentEnded: object;
    readonly accountGone: object;
    /** The institution has nothing so old; null where the provider does not say so. */
    readonly windowRefused: object | null;
  };
  /** Null where an answer is never cut into pages. */
  readonly paging: ConformancePaging | null;
  /** Where users bring a setup token instead of consenting at a page. */
  readonly tokens?: ConformanceTokens;
  /** The currency of the account, where rows have none of their own. */
  readonly accountCurrency?: string;
}

/** A provider whose users bring a setup token. The token says where the server is: no setting does. */
export interface ConformanceTokens {
  /** A new token for `institution`, of the server at `baseUrl`. */
  readonly make: (control: SandboxControl, baseUrl: string) => Promise<string>;
  /** Ends all access at the server, as its user does: the protocol has no request for it. */
  readonly revoke: (control: SandboxControl) => Promise<unknown>;
  /** The same access, at a server at another address. */
  readonly at: (access: AccountAccess, baseUrl: string) => AccountAccess;
}

export interface ConformanceTruth {
  readonly transactions: number;
  /** Of all booked amounts, and the last balance. */
  readonly sum: string;
  readonly balance: string;
}

/** Asks the sandbox's `/_control`. */
export type SandboxControl = (method: string, path: string, body?: object) => Promise<unknown>;

/** The truth of a bank part that has a ledger like PROVIDER_A's. */
export function truthOfLedger(target: string, institution: string): ConformanceSubject['truth'] {
  return async (control) => {
    const answer = await control('GET', `/ledger/${target}?institution=${institution}`);
    const { accounts } = answer as {
      accounts: { transaction_count: number; signed_sum: string; last_balance: string }[];
    };
    const [account] = accounts;
    if (!account) throw new Error(`the ledger of ${target} has no account`);
    return {
      transactions: account.transaction_count,
      sum: account.signed_sum,
      balance: account.last_balance,
    };
  };
}
