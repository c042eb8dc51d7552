import { Controller, Inject } from '@nestjs/common';
import {
  Caller,
  CommandPayload,
  CommandResult,
  FieldErrors,
  Problem,
  UpdateWebhookEndpoint,
} from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { discardWaiting } from '../deliveries/discard-waiting';
import { loadGrant, requireKept, within } from '@tributary/service';
import { AddressGuard } from '@tributary/outbound';
import { accountErrors, readableAccounts } from './validation/endpoint-accounts';
import { publishEndpoint } from './endpoint-event';
import { checkEndpointLimit, isOneKind } from './validation/endpoint-limit';
import { validateEndpoint } from './validation/endpoint-validation';
import { coveredEndpoint } from './owned-endpoint';
import { startOver } from './health/start-over';
import { WebhookEndpoint } from './webhook-endpoint.entity';

type Request = CommandPayload<typeof UpdateWebhookEndpoint>;

/** Changes the given members of endpoints; the payload version never changes. */
@Controller()
export class UpdateWebhookEndpointHandler {
  constructor(@Inject(AddressGuard) private readonly guard: AddressGuard) {}

  @OnCommand(UpdateWebhookEndpoint)
  async update(
    { caller, payload }: ReceivedCommand<typeof UpdateWebhookEndpoint>,
    tx: Tx,
  ): Promise<CommandResult<typeof UpdateWebhookEndpoint>> {
    const endpoint = await coveredEndpoint(tx, caller, payload.id);
    const before = { ...endpoint };
    const { financial_accounts: accounts, ...changes } = payload.changes;
    Object.assign(endpoint, changes);
    const grant = endpoint.grantId === null ? null : await loadGrant(tx, endpoint.grantId);
    if (endpoint.enabled && !before.enabled) requireKept(endpoint.paused);
    const both = withinGrant(caller, grant ? grant.accountIds : null);
    await this.validate(before, endpoint, payload, both, tx);
    await checkKind(before, endpoint, payload, tx);
    if (accounts !== undefined) {
      endpoint.financial_account_ids = readableAccounts(accounts, both.accountIds);
    }
    endpoint.events = [...new Set(endpoint.events)];
    await this.follow(before, endpoint, tx);
    return { endpoint: await publishEndpoint(tx, endpoint) };
  }

  private async validate(
    before: WebhookEndpoint,
    endpoint: WebhookEndpoint,
    { changes }: Request,
    caller: Caller,
    tx: Tx,
  ): Promise<void> {
    const { url: urlErrors, ...errors } = validateEndpoint(endpoint, this.guard);
    const urlChanged = endpoint.url !== before.url;
    const all: FieldErrors = {
      ...(urlChanged && urlErrors ? { url: urlErrors } : {}),
      ...errors,
      ...(await accountErrors(tx, changes.financial_accounts ?? [], caller)),
    };
    if (Object.keys(all).length > 0) throw Problem.invalid(all);
  }

  /** Updates waiting deliveries and the health after a change. */
  private async follow(before: WebhookEndpoint, endpoint: WebhookEndpoint, tx: Tx): Promise<void> {
    if (before.enabled && !endpoint.enabled) await discardWaiting(tx, endpoint);
    const startsAgain = (!before.enabled && endpoint.enabled) || before.url !== endpoint.url;
    if (!startsAgain) return;
    await startOver(tx, endpoint);
  }
}

/** Limits the caller to the accounts of the endpoint's grant. */
function withinGrant(caller: Caller, granted: readonly number[] | null): Caller {
  return { ...caller, accountIds: within(caller.accountIds, granted) };
}

/**
 * Checks the limit when an endpoint changes its kind, because it then counts as a new one of that kind.
 * @throws Problem (plan_limit)
 */
async function checkKind(
  { userId, type: before }: WebhookEndpoint,
  { type }: WebhookEndpoint,
  { endpoint_limits: limits }: Request,
  tx: Tx,
): Promise<void> {
  if (isOneKind(before, type) || !limits) return;
  const { people, automation } = limits;
  await checkEndpointLimit(tx, userId, type, type === 'WEBHOOK' ? people : automation);
}
