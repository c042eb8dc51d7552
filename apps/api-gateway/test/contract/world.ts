import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  DestinationUpsertedV1,
  InstitutionUpsertedV1,
  RuleUpsertedV1,
  ShapedTransaction,
  TransactionDocument,
  TransactionShapedV1,
  TransferLinkUpsertedV1,
  TransferLoggedV1,
} from '@tributary/contracts';
import { GatewayUnderTest } from '../gateway-under-test';
import { accountOf, attemptOf, linkOf, shapedOf, transactionOf } from '../samples';
import {
  BARE_BALANCE,
  BARE_TRADE,
  BARE_TRANSACTION,
  bareAccount,
  bareConnection,
  bareInstitution,
  budgetaResources,
  fullAccount,
  fullBalance,
  fullConnection,
  fullInstitution,
  fullTransaction,
  OPTION_TRADE,
  ruleOf,
  TIME,
} from './world.documents';

/** The gateway and what a user has in it; the ids are those of the events below. */
export interface World {
  readonly gateway: GatewayUnderTest;
  readonly userId: number;
  /** The owner's, without restriction. */
  readonly token: string;
}

/** Accounts: 17 has everything, 18 has everything else, 19 has nothing, 20 is a broker's. */
export async function startWorld(): Promise<World> {
  const gateway = await GatewayUnderTest.start();
  const userId = await gateway.user('owner@example.com');
  const world = { gateway, userId, token: await gateway.token({ userId }) };
  await publishAccounts(world);
  await publishTransactions(world);
  await publishTransfers(world);
  return world;
}

async function publishAccounts({ gateway, userId }: World): Promise<void> {
  await gateway.publish(InstitutionUpsertedV1, 2, fullInstitution(2, 'Alfa'));
  await gateway.publish(InstitutionUpsertedV1, 7, bareInstitution(7));
  for (const connection of [
    fullConnection(userId, 3, 'Alfa'),
    fullConnection(userId, 4, 'Beta'),
    bareConnection(userId, 5),
  ]) {
    await gateway.publish(ConnectionChangedV1, connection.id, connection);
  }
  const documents = {
    17: fullAccount('Alfa'),
    18: fullAccount('Beta', {
      financial_connection_id: 4,
      integrator: 'PROVIDER_B',
      account_category: 'DEPOSIT',
    }),
    19: bareAccount(),
    20: fullAccount('D', { account_category: 'INVESTMENT' }),
  };
  for (const [id, document] of Object.entries(documents)) {
    await gateway.publish(AccountUpsertedV1, Number(id), accountOf(userId, Number(id), document));
  }
  const entry = (id: number, minute: number, document: typeof BARE_BALANCE) => {
    const time = (hour: number) => TIME.replace('T06:10', `T0${hour}:1${minute}`);
    return { id, createdAt: time(6), updatedAt: time(9 - minute), document };
  };
  await gateway.publish(BalanceSnapshottedV1, 17, {
    ...BalanceSnapshottedV1.sample,
    userId,
    available: '900.00',
    balances: [
      entry(55, 1, fullBalance('Alfa')),
      entry(56, 0, BARE_BALANCE),
      entry(57, 2, { ...BARE_BALANCE, reference_date: '2026-01-01' }),
    ],
  });
}

/** One for each of the accounts: 11 has everything, 12 has everything else, 13 has nothing, 14 is a trade. */
async function publishTransactions({ gateway, userId }: World): Promise<void> {
  const publish = async (accountId: number, ...transactions: ShapedTransaction[]): Promise<void> =>
    gateway.publish(TransactionShapedV1, accountId, shapedOf(userId, accountId, transactions));
  await publish(17, of(11, fullTransaction('Alfa'), 4, 2));
  await publish(18, of(12, DIFFERENT, 2, 4));
  await publish(19, of(13, BARE_TRANSACTION, 3, 1));
  await publish(20, of(14, TRADED, 1, 3), of(15, { ...TRADED, trade: BARE_TRADE, amount: '-2000' }, 5, 5));
}

/** What it is by, and when it was made and last changed: minutes that no other has. */
function of(id: number, document: TransactionDocument, created: number, updated: number): ShapedTransaction {
  const times = {
    createdAt: `2026-03-02T06:1${created}:00.000Z`,
    updatedAt: `2026-03-03T06:1${updated}:00.000Z`,
  };
  return transactionOf(id, {}, { ...times, raw: document });
}

const DIFFERENT = fullTransaction('Beta', {
  amount: '10.00',
  currency: 'USD',
  booked: false,
  mapped_fields: { date: '2026-01-03', payee: 'B payee', description: 'B description' },
  booking_date: '2026-02-10',
  booking_datetime: '2026-03-02T09:00:00Z',
  value_date: '2026-03-04',
  value_datetime: '2026-03-03T11:00:00Z',
  currency_exchange: { quotation_date: '2026-01-01' },
});

const TRADED: TransactionDocument = {
  ...BARE_TRANSACTION,
  amount: '-1000.5',
  currency: 'CAD',
  booked: true,
  mapped_fields: { date: '2026-01-01' },
  booking_date: '2026-04-01',
  booking_datetime: '2026-03-01T00:00:00Z',
  value_date: '2026-03-03',
  value_datetime: '2026-03-03T13:00:00Z',
  currency_exchange: { quotation_date: '2026-01-02' },
  trade: OPTION_TRADE,
};

async function publishTransfers({ gateway, userId }: World): Promise<void> {
  const destinations = { userId, destinationType: 'BUDGETA' as const };
  for (const [connectionId, mark] of [
    [21, 'Alfa'],
    [22, null],
  ] as const) {
    const ids = { connection: connectionId, budget: connectionId + 10, account: connectionId + 20 };
    const resources = budgetaResources(ids, mark);
    await gateway.publish(DestinationUpsertedV1, connectionId, { ...destinations, connectionId, resources });
  }
  const [unfinished] = budgetaResources({ connection: 23, budget: 33, account: 43 }, 'never authorized');
  if (unfinished?.kind !== 'CONNECTION') throw new Error('the first resource is the connection');
  const document = { ...unfinished.document, budgeta_user_id: null };
  await gateway.publish(DestinationUpsertedV1, 23, {
    ...destinations,
    connectionId: 23,
    resources: [{ ...unfinished, document }],
  });
  for (const [id, accountId] of [
    [8, 17],
    [9, 18],
  ] as const) {
    await gateway.publish(TransferLinkUpsertedV1, accountId, linkTo(linkOf(userId, id, accountId), 41));
  }
  const attached = {
    transfer_links: [{ id: 8, position: 1 }],
    financial_accounts: [{ id: 17, position: 2 }],
  };
  await gateway.publish(RuleUpsertedV1, 5, ruleOf(userId, 5, 'Alfa', attached));
  await publishTransferLogs(gateway, userId);
}

type Link = ReturnType<typeof linkOf>;

/** The link, pointed at a budget's account. */
export function linkTo(link: Link, destinationId: number): Link {
  return { ...link, document: { ...link.document, destination_id: destinationId } };
}

async function publishTransferLogs(gateway: GatewayUnderTest, userId: number): Promise<void> {
  const log = async (financialAccountId: number, ...entries: ReturnType<typeof attemptOf>[]): Promise<void> =>
    gateway.publish(TransferLoggedV1, financialAccountId, { financialAccountId, userId, entries });
  await log(17, attemptOf(11, 8, 1, false), attemptOf(11, 8, 2, true));
  await log(18, attemptOf(12, 9, 3, false), attemptOf(12, 9, 4, false), attemptOf(12, 8, 5, false));
  const waiting = { ...attemptOf(14, 9, 6, true), status: 'PENDING' as const, attempt: null };
  await log(20, waiting, { ...waiting, transferId: 15, transactionId: 15, status: 'SKIPPED' });
}
