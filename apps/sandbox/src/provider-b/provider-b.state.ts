import type { FastifyInstance } from 'fastify';
import { BankProvider, resourceNamed, type BankProviderSetting } from '../bank/bank-provider';
import { SCOPES } from '../metering/scope';
import { behaviourFrom, Fields } from '../server/fields';
import { Application } from './application';
import { Sessions } from './sessions';

const ACCOUNT_PATH = new RegExp(`/accounts/([0-9a-f-]{36})/(${SCOPES.join('|')})(?:\\?|$)`);

/** Settings of the banks behind PROVIDER_B. Each was seen at a real bank. */
const USUAL_BEHAVIOUR = {
  rowsPerPage: 100,
  /** Each page names its own key as the key of the next page. */
  sameKeyForEver: false,
  /** Before each page with rows there is an empty page, which names it as the next page. */
  emptyPages: false,
  /** Every page comes twice, under two keys. */
  doubledPages: false,
  /** Booked rows have no `entry_reference`. */
  withoutReferences: false,
  ignoresDateFrom: false,
  /** Rows are dated, booked or not, and then rejected, cancelled or scheduled ones among them. */
  showsUnfinished: false,
  /** Days back; older days are refused. */
  historyDays: 730,
};

/** The memory of PROVIDER_B, replayed at the start. */
export class ProviderBState extends BankProvider {
  readonly application: Application;
  readonly sessions = new Sessions(this.now, this.store);
  behaviour: Readonly<typeof USUAL_BEHAVIOUR> = USUAL_BEHAVIOUR;

  constructor(setting: BankProviderSetting) {
    super('provider-b', setting);
    this.application = new Application(setting.dataDir);
    this.store.replay();
  }

  /** The bank's own account, which is the same in every session. */
  override requested(url: string) {
    const [, uid = '', scope] = ACCOUNT_PATH.exec(url) ?? [];
    const account = this.sessions.accountBehind(uid);
    return account === undefined ? undefined : { account, resource: resourceNamed(scope) };
  }

  override behave(body: unknown): void {
    this.behaviour = behaviourFrom(USUAL_BEHAVIOUR, body);
  }

  override reset(): void {
    super.reset();
    this.sessions.reset();
  }
}

/** The levers at PROVIDER_B that PROVIDER_A does not have. */
export function providerBControl(app: FastifyInstance, state: ProviderBState): void {
  app.post('/provider-b/sessions/end', async ({ body }) => {
    state.sessions.endAll(new Fields(body).oneOf('status', ['EXPIRED', 'CLOSED', 'REVOKED']) ?? 'EXPIRED');
  });
  // The key opens nothing but the sandbox.
  app.get('/provider-b/application', async () => {
    const { applicationId, privateKey } = state.application.credentials;
    return { application_id: applicationId, private_key: privateKey };
  });
}
