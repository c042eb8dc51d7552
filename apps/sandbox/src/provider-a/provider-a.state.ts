import { BankProvider, resourceNamed, type BankProviderSetting } from '../bank/bank-provider';
import { RollingLimit } from '../metering/rolling-limit';
import { SCOPES } from '../metering/scope';
import { behaviourFrom } from '../server/fields';
import { Consents } from './consents';
import { Tokens } from './tokens';

const MINUTE_MS = 60_000;
const ACCOUNT_PATH = new RegExp(`/accounts/([0-9a-f-]{36})/(?:(${SCOPES.join('|')})/)?(?:\\?|$)`);

/**
 * The ids under which PROVIDER_A lists booked rows.
 * - `kept`: the bank's own
 * - `rotated`: others in each page
 * - `renumbered`: the row's number within its page, from 1
 * - `shared`: all rows of a day have one id
 */
const ID_STYLES = ['kept', 'rotated', 'renumbered', 'shared'] as const;
export type IdStyle = (typeof ID_STYLES)[number];

/** Settings of the banks behind PROVIDER_A. Each was seen at a real bank. */
interface Behaviour {
  readonly transactionIds: IdStyle;
  /** Whether each consent gives its accounts new ids. */
  readonly newAccountIds: boolean;
}

const USUAL_BEHAVIOUR: Behaviour = { transactionIds: 'kept', newAccountIds: false };

export interface ProviderSecret {
  readonly secretId: string;
  readonly secretKey: string;
}

export interface ProviderASetting extends BankProviderSetting {
  readonly secrets: readonly ProviderSecret[];
  readonly requestsPerMinute: number;
}

/** The memory of PROVIDER_A, replayed at the start. */
export class ProviderAState extends BankProvider {
  readonly secrets: readonly ProviderSecret[];
  readonly tokens = new Tokens(this.now, this.store);
  readonly consents = new Consents(this.now, this.store);
  /** Wide, because it guards the service and not the bank. */
  readonly generalLimit: RollingLimit;
  behaviour = USUAL_BEHAVIOUR;
  /** Number of pages of transactions that were sent. */
  transactionPages = 0;

  constructor(setting: ProviderASetting) {
    super('provider-a', setting);
    this.secrets = setting.secrets;
    this.generalLimit = new RollingLimit(setting.requestsPerMinute, MINUTE_MS, this.now);
    this.store.replay();
  }

  override requested(url: string) {
    const [, account, scope] = ACCOUNT_PATH.exec(url) ?? [];
    return account === undefined ? undefined : { account, resource: resourceNamed(scope) };
  }

  override behave(body: unknown): void {
    this.behaviour = behaviourFrom(USUAL_BEHAVIOUR, body, { transactionIds: ID_STYLES });
  }

  override reset(): void {
    super.reset();
    this.transactionPages = 0;
    this.consents.reset();
    this.generalLimit.reset();
  }
}
