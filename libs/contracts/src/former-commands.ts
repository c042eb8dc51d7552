import { TArray, TObject, TSchema, Type } from '@sinclair/typebox';
import {
  AttachRule,
  BulkResult,
  ChangedTransferLink,
  CreateTransactions,
  CreateTransferLinks,
  DecideSettlement,
  DeleteTransactions,
  DeleteTransferLinks,
  DetachRule,
  ListMode,
  RuleTargets,
  SETTLEMENT_DECISIONS,
  TransactionChanges,
  UpdateConnection,
  UpdateTransactions,
  UpdateTransferLinks,
} from './commands';
import { checked, CommandContract, CommandPayload, CommandResult, EventPayload } from './contract';
import { TransferLinkUpsertedV1 } from './events';
import { Id } from './scalars';

/**
 * A command of 0.2 that another command replaced. Services of 0.2 run beside this release in a rolling upgrade: this
 * release writes the former commands and reads both. The next release writes the present ones, the one after it removes
 * this file. See docs/decisions/contracts-and-resources.md#names-on-the-bus.
 */
export interface FormerCommand {
  /** The command as 0.2 declared it. */
  readonly contract: CommandContract;
  readonly present: CommandContract;
  /** The payload of 0.2; null where 0.2 has another command for this payload. */
  written(payload: unknown): unknown;
  /** The present payload. */
  read(payload: unknown): unknown;
  /** The reply of 0.2. */
  replied(result: unknown): unknown;
  /** The present result. */
  resultOf(reply: unknown, payload: unknown): unknown;
}

/** The differences between a command and its former one; without `result`, the results are alike. */
type Difference = Pick<FormerCommand, 'written' | 'read'> &
  Partial<Pick<FormerCommand, 'replied' | 'resultOf'>> & {
    readonly payload: TSchema;
    readonly result?: TSchema;
  };

function former(
  name: string,
  present: CommandContract,
  { payload, result, ...how }: Difference,
): FormerCommand {
  return {
    contract: { ...present, name, payload, result: result ?? present.result },
    present,
    replied: (given: unknown) => given,
    resultOf: (reply: unknown) => reply,
    ...how,
  };
}

const Ids = Type.Array(Id, { minItems: 1 });
type Kind = RuleTargets['kind'];
type Attach = CommandPayload<typeof AttachRule>;

/** 0.2 attached a rule to one target at a position, or to several as the last one: by the name of the member. */
function ofTargets(name: string, present: CommandContract, kind: Kind, member: string): FormerCommand {
  const isOne = !member.endsWith('s');
  const at = { order: Type.Optional(Type.Integer()), orderList: Type.Optional(Type.Array(Type.Integer())) };
  return former(name, present, {
    payload: Type.Object({ ruleId: Id, ...(isOne ? { [member]: Id, ...at } : { [member]: Ids }) }),
    written: ({ rule_id: ruleId, targets: { kind: of, ids }, order, order_list: orderList }: Attach) => {
      if (of !== kind) return null;
      if (isOne) return ids.length === 1 ? { ruleId, [member]: ids[0], order, orderList } : null;
      return order === undefined && orderList === undefined ? { ruleId, [member]: ids } : null;
    },
    read: ({ ruleId, [member]: ids, order, orderList }: Readonly<Record<string, unknown>>) => ({
      rule_id: ruleId,
      targets: { kind, ids: [ids].flat() },
      order,
      order_list: orderList,
    }),
  });
}

interface Listing {
  readonly mode: ListMode;
}

/** Declares a former command whose items succeeded or failed separately. */
function ofEach(name: string, present: CommandContract, payload: TObject): FormerCommand {
  return former(name, present, {
    payload,
    written: ({ mode, ...items }: Listing) => (mode === 'each' ? items : null),
    read: (items: object) => ({ ...items, mode: 'each' }),
  });
}

/** Returns the only item of a list, for which 0.2 had a separate command. */
function onlyItem<T>({ mode }: Listing, [item, ...others]: readonly T[]): T | null {
  return mode === 'all_or_none' && others.length === 0 ? (item ?? null) : null;
}

type Outcomes = CommandResult<typeof UpdateTransferLinks>;
type Link = EventPayload<typeof TransferLinkUpsertedV1>;
type Updates = CommandPayload<typeof UpdateTransferLinks>;
type Deletions = CommandPayload<typeof DeleteTransferLinks>;

/** Links were returned as they are after the command. */
const outcomesOf = (links: readonly Link[]): Outcomes => ({
  results: links.map((link) => ({ transferLinkId: link.id, link, refusal: null })),
});
const linksOf = ({ results }: Outcomes): Link[] => results.flatMap(({ link }) => link ?? []);
const ofLink = {
  result: TransferLinkUpsertedV1.payload,
  replied: (result: Outcomes) => linksOf(result)[0],
  resultOf: (link: Link) => outcomesOf([link]),
};

const { links } = CreateTransferLinks.payload.properties;
const { changes } = UpdateTransferLinks.payload.properties;

const LINKS = [
  // The name did not change: its owner knows it by the absent mode.
  former('create-transfer-links', CreateTransferLinks, {
    payload: Type.Object({ links }),
    result: Type.Object({ links: Type.Array(TransferLinkUpsertedV1.payload) }),
    written: ({ mode, ...made }: Listing) => (mode === 'all_or_none' ? made : null),
    read: (made: object) => ({ ...made, mode: 'all_or_none' }),
    replied: (result: Outcomes) => ({ links: linksOf(result) }),
    resultOf: (reply: { readonly links: readonly Link[] }) => outcomesOf(reply.links),
  }),
  former('update-transfer-link', UpdateTransferLinks, {
    ...ofLink,
    payload: ChangedTransferLink,
    written: (sent: Updates) => onlyItem(sent, sent.changes),
    read: (change: unknown) => ({ changes: [change], mode: 'all_or_none' }),
  }),
  former('delete-transfer-link', DeleteTransferLinks, {
    ...ofLink,
    payload: Type.Object({ transferLinkId: Id }),
    written: (sent: Deletions) => {
      const transferLinkId = onlyItem(sent, sent.transfer_link_ids);
      return transferLinkId === null ? null : { transferLinkId };
    },
    read: ({ transferLinkId: id }: { readonly transferLinkId: number }) => ({
      transfer_link_ids: [id],
      mode: 'all_or_none',
    }),
  }),
  ofEach('create-each-transfer-link', CreateTransferLinks, Type.Object({ links })),
  ofEach('update-each-transfer-link', UpdateTransferLinks, Type.Object({ changes })),
  former('delete-each-transfer-link', DeleteTransferLinks, {
    payload: Type.Object({ transferLinkIds: Ids }),
    written: ({ mode, transfer_link_ids: ids }: Deletions) =>
      mode === 'each' ? { transferLinkIds: ids } : null,
    read: ({ transferLinkIds: ids }: { readonly transferLinkIds: readonly number[] }) => ({
      transfer_link_ids: ids,
      mode: 'each',
    }),
  }),
];

interface Items {
  readonly items: readonly { readonly transactionId?: number }[];
}

/** Transactions, one or in bulk; the result of one was its changes. */
function ofTransactions(present: CommandContract, items: TArray): FormerCommand[] {
  return [
    former(present.name.replace(/s$/, ''), present, {
      payload: items.items,
      result: TransactionChanges,
      written: (sent: Listing & Items) => onlyItem(sent, sent.items),
      read: (item: unknown) => ({ items: [item], mode: 'all_or_none' }),
      replied: ({ changes: [changed] }: BulkResult) => changed,
      resultOf: (changed: TransactionChanges, { items: [item] }: Items) => {
        const transactionId = item?.transactionId ?? changed.upserted[0]?.id ?? null;
        const outcome = { transactionId, error: null, message: 'Done.', errors: {} };
        return { outcomes: [outcome], changes: [changed] };
      },
    }),
    ofEach(present.name, present, Type.Object({ items })),
  ];
}

const SETTLEMENTS = SETTLEMENT_DECISIONS.map((one) =>
  former(`${one}-settlement`, DecideSettlement, {
    payload: Type.Object({ settlementId: Id }),
    written: ({ settlement_id: settlementId, decision }: CommandPayload<typeof DecideSettlement>) =>
      decision === one ? { settlementId } : null,
    read: ({ settlementId: id }: { readonly settlementId: number }) => ({ settlement_id: id, decision: one }),
  }),
);

const CONNECTIONS = [true, false].map((is) =>
  former(is ? 'enable-connection' : 'disable-connection', UpdateConnection, {
    payload: Type.Object({ connectionId: Id }),
    written: ({ connectionId, enabled, ...others }: CommandPayload<typeof UpdateConnection>) =>
      enabled === is && Object.keys(others).length === 0 ? { connectionId } : null,
    read: (connection: object) => ({ ...connection, enabled: is }),
  }),
);

/** Every former command. */
export const FORMER_COMMANDS: readonly FormerCommand[] = [
  ofTargets('attach-rule-to-account', AttachRule, 'account', 'financialAccountId'),
  ofTargets('attach-rule-to-accounts', AttachRule, 'account', 'financialAccountIds'),
  ofTargets('attach-rule-to-transfer-link', AttachRule, 'link', 'transferLinkId'),
  ofTargets('attach-rule-to-transfer-links', AttachRule, 'link', 'transferLinkIds'),
  ofTargets('detach-rule-from-accounts', DetachRule, 'account', 'financialAccountIds'),
  ofTargets('detach-rule-from-transfer-links', DetachRule, 'link', 'transferLinkIds'),
  ...LINKS,
  ...ofTransactions(CreateTransactions, CreateTransactions.payload.properties.items),
  ...ofTransactions(UpdateTransactions, UpdateTransactions.payload.properties.items),
  ...ofTransactions(DeleteTransactions, DeleteTransactions.payload.properties.items),
  ...SETTLEMENTS,
  ...CONNECTIONS,
];

/** A valid command in the form in which it is sent. */
export interface SentCommand {
  readonly contract: CommandContract;
  readonly payload: unknown;
  /** The present result. @throws ContractViolationError if the reply does not fit the contract that was sent */
  resultOf(reply: unknown): unknown;
}

/** Returns the command as 0.2 reads it, if 0.2 had another form. @throws ContractViolationError */
export function asSent(present: CommandContract, payload: unknown): SentCommand {
  const valid = checked(present.payload, payload, present.name);
  for (const one of FORMER_COMMANDS) {
    const written = one.present === present ? one.written(valid) : null;
    if (written === null) continue;
    const { contract } = one;
    return {
      contract,
      payload: checked(contract.payload, written, contract.name),
      resultOf: (reply) => one.resultOf(checked(contract.result, reply, `${contract.name} result`), valid),
    };
  }
  return { contract: present, payload: valid, resultOf: (reply) => reply };
}
