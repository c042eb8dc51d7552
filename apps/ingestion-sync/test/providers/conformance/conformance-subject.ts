import type { Provider } from '@tributary/contracts';
import type { Sandbox } from '@tributary/sandbox';
import { AccountAccess, AccountProvider } from '../../../src/providers/provider.port';

/** How to configure a sandbox's pages, if its wire format has pages. */
export interface ConformancePaging {
  /** Bodies of `PUT /_control/<target>/behaviour`. */
  readonly pagesOf: (rows: number) => object;
  /** Each response names the requested key as the next one. */
  readonly sameKeyForEver: object;
  /** Every other page is empty and still names a next one. */
  readonly emptyPages: object;
  readonly usual: object;
}

/** The suite's knowledge of a connector and of the sandbox's part with its wire format. */
export interface ConformanceSubject {
  readonly provider: Provider;
  /** The sandbox's part, as named in faults and `/_control`. */
  readonly target: string;
  readonly baseUrl: (sandbox: Sandbox) => string;
  /** A connector with credentials that the sandbox accepts. */
  readonly connect: (baseUrl: string, timeoutMs: number, sandbox: Sandbox) => AccountProvider;
  /** Texts that an error must not contain: keys, tokens. */
  readonly secrets: (sandbox: Sandbox) => readonly string[];
  /** Null if the provider does not state the countries of its institutions. */
  readonly country: string | null;
  /** An institution with one account, which has rows in several windows. */
  readonly institution: string;
  /** The data of the bank's only account. */
  readonly truth: (control: SandboxControl) => Promise<ConformanceTruth>;
  /** Regular expressions over `METHOD /path?query`. */
  readonly paths: { readonly transactions: string; readonly balances: string };
  /** Faults (without target) of one request, as the provider would refuse it. */
  readonly refusals: {
    readonly consentEnded: object;
    readonly accountGone: object;
    /** A fault for which the institution has no such old data; null if the provider does not say so. */
    readonly windowRefused: object | null;
  };
  /** Null if responses have no pages. */
  readonly paging: ConformancePaging | null;
  /** Set if users connect by a setup token instead of a consent page. */
  readonly tokens?: ConformanceTokens;
  /** The currency of the account, if its rows have none. */
  readonly accountCurrency?: string;
}

/** A provider whose users connect by a setup token, which names the server instead of a setting. */
export interface ConformanceTokens {
  /** A new token for `institution`, of the server at `baseUrl`. */
  readonly make: (control: SandboxControl, baseUrl: string) => Promise<string>;
  /** Ends all access at the server, as its user does, because the protocol has no request for it. */
  readonly revoke: (control: SandboxControl) => Promise<unknown>;
  /** Returns the access at another address. */
  readonly at: (access: AccountAccess, baseUrl: string) => AccountAccess;
}

export interface ConformanceTruth {
  readonly transactions: number;
  /** The sum of all booked amounts, and the last balance. */
  readonly sum: string;
  readonly balance: string;
}

/** Calls the sandbox's `/_control`. */
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
