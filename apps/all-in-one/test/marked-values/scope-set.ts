import { Scope } from '@tributary/api-gateway';
import { eventually } from '@tributary/testing';
import type { AttackedSystem, AttackedUser } from '../attacks/attacked-system';
import { Author, GUESSED, PEEK, PEEKED_BY } from './author';
import { markedRow, markOf, givenPaths } from './marks';
import { fileMarks, uploadMarked } from './marked-file';
import { Outputs } from './outputs';
import { readEverything } from './reading';
import { settled } from './settled';

const WITHIN = { timeoutMs: 90_000 };

/** The outputs that an author with a set of scopes saw, and the marks of the owner's data. */
export interface Played {
  /** Null for the owner's own token. */
  readonly scopes: readonly Scope[] | null;
  readonly outputs: Outputs;
  readonly planted: readonly string[];
  /** The number of transactions into which the author's own template wrote. */
  readonly shaped: number;
}

/** The transactions of each set: both directions, and two whose amounts a user and a rule change to the other sign. */
const THINGS = [
  { name: 'outflow', holder: 'debtor' },
  { name: 'inflow', holder: 'creditor' },
  { name: 'edited', holder: 'debtor' },
  { name: 'ruled', holder: 'debtor' },
] as const;

/** Plays one set of scopes: a new user's owner works as usual while an author with these scopes tries to see more. */
export async function playScopeSet(
  system: AttackedSystem,
  bankAccount: string,
  turn: number,
  scopes: readonly Scope[] | null,
): Promise<Played> {
  const outputs = new Outputs();
  const owner = await system.user(`marked-${turn}`);
  const [accountId = ''] = await system.connectBank(owner);
  await markMeta(system, owner, accountId);
  const token = scopes === null ? owner.token : await system.token({ userId: owner.id, scopes });
  const author = new Author(system, owner, token, scopes, accountId, outputs);
  await author.listen(`marked-${turn}`);
  await author.map(turn);
  await author.rule();
  await author.carry(turn);
  if (scopes !== null) await ownRules(system, author, turn);
  await bookMarked(system, bankAccount, owner, accountId, turn);
  await uploadMarked(system, owner, turn);
  await settled(system);
  await author.preview();
  await turnAmount(system, author, turn);
  await reprocess(system, author);
  await settled(system);
  await readEverything(system, author, outputs);
  const shaped = await noteGuesses(system, owner, outputs);
  const planted = THINGS.flatMap(({ name, holder }) =>
    givenPaths(holder).map((path) => markOf(`${turn}.${name}`, path)),
  );
  return { scopes, outputs, planted: [...planted, ...fileMarks(turn)], shaped };
}

/** Sets `meta` as a broker does; the sandbox's bank has none. */
async function markMeta(system: AttackedSystem, owner: AttackedUser, accountId: string): Promise<void> {
  await system.sql(
    `update ingestion_sync.financial_accounts set profile = profile || jsonb_build_object('meta', $2::text) where id = $1`,
    [accountId, markOf('account', 'meta')],
  );
  await system.data('PUT', `/finance/accounts/${accountId}`, owner.token, { custom_name: 'Marked' });
}

/**
 * Creates rules of the owner that name identifiers, write a holder's name, change an amount's sign, fail on an
 * identifier, and, on the author's link, write everything they can read.
 */
async function ownRules(
  system: AttackedSystem,
  { owner: { token }, accountId, made }: Author,
  turn: number,
): Promise<void> {
  const write = (field_name: string, value: string) => ({ action_type: 'SET_FIELD', field_name, value });
  const title = {
    field_name: 'remittance_information.unstructured',
    operator: 'equals',
    value: `ruled ${turn}`,
  };
  const mark = markOf(`${turn}.rule`, 'value');
  const rules = [
    {
      conditions: [{ field_name: 'creditor.iban', operator: 'equals', value: mark }],
      actions: [write('mapped_fields.payee', 'Me')],
    },
    {
      conditions: [title],
      actions: [write('mapped_fields.note', `{% if creditor.iban == "${mark}" %}Me{% endif %}`)],
    },
    { conditions: [title], actions: [write('debtor.name', markOf(`${turn}.rule`, 'name'))] },
    { conditions: [title], actions: [write('amount', '42.00')] },
    { conditions: [title], actions: [write('mapped_fields.date', '{{ debtor.iban }}')] },
  ];
  for (const [index, rule] of rules.entries()) {
    const { id } = await system.data<{ id: string }>('POST', '/rules', token, {
      name: `Own ${index}`,
      ...rule,
    });
    await system.data('POST', `/rules/${id}/accounts/${accountId}`, token, {});
  }
  if (made.linkId === null) return;
  const { id } = await system.data<{ id: string }>('POST', '/rules', token, PEEK);
  await system.data('POST', `/rules/${id}/transfer-links/${made.linkId}`, token, {});
}

/** Books a marked transaction at the bank, and waits until the user's list shows it. */
async function bookMarked(
  system: AttackedSystem,
  bankAccount: string,
  { token }: AttackedUser,
  accountId: string,
  turn: number,
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const rows = THINGS.map(({ name, holder }) => markedRow(`${turn}.${name}`, holder, `${name} ${turn}`, day));
  await system.control.book(bankAccount, rows);
  await system.data('POST', `/finance/accounts/${accountId}/sync`, token, {});
  for (const { name } of THINGS) await eventually(() => idOf(system, token, `${name} ${turn}`), WITHIN);
}

async function idOf(system: AttackedSystem, token: string, title: string): Promise<string> {
  const path = `/finance/transactions?filter[search]=${encodeURIComponent(title)}`;
  const [found] = await system.data<{ id: string }[]>('GET', path, token);
  if (!found) throw new Error(`${title} is not there`);
  return found.id;
}

/** Turns the amount's sign as the author, who sees the response; as the owner if the author may not. */
async function turnAmount(system: AttackedSystem, author: Author, turn: number): Promise<void> {
  const path = `/finance/transactions/${await idOf(system, author.owner.token, `edited ${turn}`)}`;
  await author.ask('REST', 'PUT', path, { amount: 'not an amount' });
  const { status } = await author.ask('REST', 'PUT', path, { amount: '42.00' });
  if (status >= 300) await system.data('PUT', path, author.owner.token, { amount: '42.00' });
}

async function reprocess(system: AttackedSystem, author: Author): Promise<void> {
  const body = { financial_account_ids: [author.accountId] };
  const { status } = await author.ask('REST', 'POST', '/finance/reprocessings', body);
  if (status >= 300) await system.data('POST', '/finance/reprocessings', author.owner.token, body);
}

/**
 * Records the results of conditions on hidden fields: a reader of them has guessed the content.
 * @returns the number of transactions into which the author's template wrote
 */
async function noteGuesses(
  system: AttackedSystem,
  { token }: AttackedUser,
  outputs: Outputs,
): Promise<number> {
  const path = '/finance/transactions?sort=-id&page[size]=100';
  const found = await system.data<{ mapped_fields: { payee?: string; description?: string } }[]>(
    'GET',
    path,
    token,
  );
  for (const { mapped_fields: fields } of found) {
    outputs.note(
      'conditions',
      'description',
      fields.description === GUESSED ? markOf('guessed', 'field') : '',
    );
  }
  return found.filter(({ mapped_fields: { payee } }) => payee?.startsWith(PEEKED_BY)).length;
}
