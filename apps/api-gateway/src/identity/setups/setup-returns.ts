import { BrowserReturn } from './browser-return';
import { SetupKind } from './setup-kinds';

/**
 * Completes setups at the service that owns their data. Identity declares this class for its pages; the query API
 * implements it.
 */
export abstract class SetupReturns {
  /**
   * @param browserConfirmed whether the owner confirmed in this browser; if not, the consent is ended
   * @returns where to redirect the browser @throws Problem (not_found)
   */
  abstract complete(kind: SetupKind, back: BrowserReturn, browserConfirmed: boolean): Promise<string>;
}
