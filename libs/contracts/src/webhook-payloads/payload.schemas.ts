import { Static, TSchema, Type } from '@sinclair/typebox';
import {
  AccountDocument,
  BalanceDocument,
  CONNECTION_EVENTS,
  ConnectionDocument,
} from '../documents/finance.documents';
import { IsoTime, Nullable, OneOf } from '../documents/scalars';
import { RULE_EVENTS, RuleDocument } from '../documents/rule.documents';
import { HoldingDocument, TradeDocument } from '../documents/trade.document';
import { TransactionDocument } from '../documents/transaction.document';
import {
  LEGACY_EVENTS,
  PAYLOAD_VERSIONS,
  PayloadVersion,
  WebhookEvent,
} from '../documents/webhook.documents';
import { accountKeyIn } from './event-names';
import { ItemKind } from './fields';

const text = Type.String();
const stamps = { created_at: Nullable(IsoTime), updated_at: Nullable(IsoTime) };

/** `FinancialAccountResource` without what REST embeds; its id alone where no more is known or may be read. */
export const AccountPayload = Type.Composite([
  Type.Object({ id: text }),
  Type.Partial(
    Type.Composite([
      Type.Omit(AccountDocument, ['financial_connection_id', 'enabled']),
      Type.Object({
        financial_connection_id: text,
        enabled: text,
        balance: Type.Object({
          available: Type.Union([text, Type.Literal(0)]),
          cleared: Type.Union([text, Type.Literal(0)]),
        }),
        ...stamps,
      }),
    ]),
  ),
]);

const TradePayload = Type.Composite([
  Type.Omit(TradeDocument, ['price_per_unit']),
  Type.Object({ price_per_unit: Nullable(Type.Number()) }),
]);

/** `TransactionResource`, shaped by the rules; `{id, removed: true}` where it was removed. */
export const TransactionPayload = Type.Composite([
  Type.Object({ id: text, removed: Type.Optional(Type.Literal(true)) }),
  Type.Partial(
    Type.Composite([
      Type.Omit(TransactionDocument, ['booked', 'trade']),
      Type.Object({ financial_account_id: text, booked: text, trade: TradePayload, ...stamps }),
    ]),
  ),
]);

/** `FinancialAccountBalanceResource`. */
export const BalancePayload = Type.Composite([
  Type.Object({ id: text }),
  Type.Partial(
    Type.Composite([
      Type.Omit(BalanceDocument, ['credit_limit_included']),
      Type.Object({ financial_account_id: text, credit_limit_included: Nullable(text), ...stamps }),
    ]),
  ),
]);

/** One position of an investment account. */
export const HoldingPayload = Type.Composite([
  Type.Object({ id: text }),
  Type.Partial(
    Type.Composite([
      Type.Omit(HoldingDocument, ['cash_equivalent']),
      Type.Object({ financial_account_id: text, cash_equivalent: text, ...stamps }),
    ]),
  ),
]);

/** A financial connection, without its institution. */
export const ConnectionPayload = Type.Composite([
  Type.Object({ id: text }),
  Type.Partial(
    Type.Composite([
      Type.Omit(ConnectionDocument, [
        'institution_id',
        'enabled',
        'sync_balances',
        'max_historical_days',
        'access_valid_for_days',
        'setup_renewal',
      ]),
      Type.Object({
        institution_id: text,
        enabled: text,
        sync_balances: text,
        max_historical_days: text,
        access_valid_for_days: text,
        setup_renewal: text,
        ...stamps,
      }),
    ]),
  ),
]);

/** A rule: what it is called, and why and when it was switched off. */
export const RulePayload = Type.Composite([
  Type.Object({ id: text }),
  Type.Partial(
    Type.Composite([
      Type.Pick(RuleDocument, ['name']),
      Type.Object({ disabled_reason: Nullable(text), disabled_at: Nullable(IsoTime) }),
    ]),
  ),
]);

/** The schemas of what payloads carry: as they are, or as references to where a document has them. */
export interface PayloadResources {
  readonly account: TSchema;
  readonly transaction: TSchema;
  readonly balance: TSchema;
  readonly holding: TSchema;
  readonly connection: TSchema;
  readonly rule: TSchema;
}

export const PAYLOAD_RESOURCES: PayloadResources = {
  account: AccountPayload,
  transaction: TransactionPayload,
  balance: BalancePayload,
  holding: HoldingPayload,
  connection: ConnectionPayload,
  rule: RulePayload,
};

const envelope = {
  /** The `webhook-id` too: the same for every attempt, and what a receiver knows a repeat by. */
  id: text,
  payload_version: OneOf(PAYLOAD_VERSIONS),
  created_at: IsoTime,
  /** Only in what `POST /webhooks/{id}/test` sends. */
  test: Type.Optional(Type.Literal(true)),
};

/** The body of one event in one payload version. */
export function payloadSchema(
  event: WebhookEvent,
  version: PayloadVersion,
  resources: PayloadResources = PAYLOAD_RESOURCES,
): TSchema {
  return Type.Object({
    ...envelope,
    type: Type.Literal(event),
    payload_version: Type.Literal(version),
    data: dataSchema(event, version, resources),
  });
}

/** Whether an event goes out by this name in this version: v1 has the aliases instead of `account.*`. */
export function isSentIn(event: WebhookEvent, version: PayloadVersion): boolean {
  const isLegacy = (LEGACY_EVENTS as readonly string[]).includes(event);
  switch (version) {
    case 'v1':
      return isLegacy || !event.startsWith('account.');
    case 'v2':
      return !isLegacy;
  }
}

/** The list that an event carries beside its account, if any. */
export function itemsOf(event: WebhookEvent): ItemKind | null {
  const [subject] = event.split('.');
  if (subject === 'transactions' || subject === 'holdings') return subject;
  return subject === 'balance' ? 'balances' : null;
}

function dataSchema(event: WebhookEvent, version: PayloadVersion, resources: PayloadResources): TSchema {
  if ((CONNECTION_EVENTS as readonly string[]).includes(event)) {
    return Type.Object({ financial_connection: resources.connection });
  }
  if ((RULE_EVENTS as readonly string[]).includes(event)) return Type.Object({ rule: resources.rule });
  const items = itemsOf(event);
  return Type.Object({
    [accountKeyIn(version)]: resources.account,
    ...(items === null ? {} : { [items]: listOf(items, resources) }),
  });
}

function listOf(items: ItemKind, resources: PayloadResources): TSchema {
  switch (items) {
    case 'transactions':
      return Type.Array(resources.transaction, { minItems: 1, maxItems: 100 });
    case 'balances':
      return Type.Array(resources.balance);
    case 'holdings':
      return Type.Array(resources.holding, { maxItems: 100 });
  }
}

export type AccountPayload = Static<typeof AccountPayload>;
export type TransactionPayload = Static<typeof TransactionPayload>;
export type BalancePayload = Static<typeof BalancePayload>;
export type HoldingPayload = Static<typeof HoldingPayload>;
export type ConnectionPayload = Static<typeof ConnectionPayload>;
