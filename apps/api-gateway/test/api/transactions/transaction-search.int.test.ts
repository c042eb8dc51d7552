import { AccountUpsertedV1, TransactionDocument, TransactionShapedV1 } from '@tributary/contracts';
import fc from 'fast-check';
import { isOutflow } from '@tributary/money';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, shapedOf, transactionOf } from '../../samples';

/** `search`, and the filters by text, held against a plain search through the documents. */
const ACCOUNT = 51;
const HOLDER = 'Maija Meikäläinen';
const LONG = 'Rivi tekstiä, jota pankki jatkoi. '.repeat(120);

const documents: Partial<TransactionDocument>[] = [
  {
    amount: '-5.00',
    debtor: { name: HOLDER },
    creditor: { name: 'Nordic Market Oy' },
    ultimate_creditor: 'Market Group',
    remittance_information: { unstructured: 'Card payment 22.01. NORDIC MARKET OY HELSINKI 517032' },
    mapped_fields: { payee: 'Nordic Market', description: 'Groceries', date: null },
  },
  {
    amount: '12.00',
    debtor: { name: 'Työnantaja Åbo Ab' },
    ultimate_debtor: 'Konserni',
    creditor: { name: HOLDER },
    ultimate_creditor: 'Liisa Perhonen',
    remittance_information: { structured: 'RF18 5390', structured_array: '["RF18 5390","RF19"]' },
    mapped_fields: { payee: 'Työnantaja', description: 'Palkka', date: null },
  },
  {
    amount: '0.00',
    debtor: { name: 'Zero Debtor' },
    creditor: { name: 'Zero Creditor' },
    remittance_information: { unstructured_array: '["100% _off_ \\\\ deal"]' },
    additional_information: 'terminal\u0001 7 50%',
    mapped_fields: { date: null },
  },
  {
    amount: '-1.00',
    debtor: { name: HOLDER },
    creditor: { name: 'Pitkä Kauppa' },
    remittance_information: { unstructured: `${LONG} loppusana` },
    mapped_fields: { payee: 'Pitkä Kauppa', description: `${LONG} loppusana`, date: null },
  },
  { amount: '-2.00', creditor: undefined, remittance_information: undefined, mapped_fields: { date: null } },
];

let gateway: GatewayUnderTest;
let owner: string;
let limited: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  const userId = await gateway.user('search@example.com');
  owner = await gateway.token({ userId });
  limited = await gateway.token({ userId, scopes: ['transactions:read'] });
  await gateway.publish(AccountUpsertedV1, ACCOUNT, accountOf(userId, ACCOUNT));
  const transactions = documents.map((document, place) => transactionOf(place + 1, document));
  await gateway.publish(TransactionShapedV1, ACCOUNT, shapedOf(userId, ACCOUNT, transactions));
});
afterAll(() => gateway.close());

async function found(query: string, by: string, sort = 'id'): Promise<number[]> {
  const { status, body } = await gateway.list(
    `/finance/transactions?sort=${sort}&page[size]=100&${query}`,
    by,
  );
  expect(status).toBe(200);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ id }) => Number(id));
}

/** What the token may search through, as one text. */
function textOf({ amount, ...document }: Partial<TransactionDocument>, seesHolder: boolean): string {
  const outgoing = amount !== undefined && isOutflow(amount);
  const debtor = [document.debtor?.name, document.ultimate_debtor];
  const creditor = [document.creditor?.name, document.ultimate_creditor];
  return [
    ...(seesHolder || !outgoing ? debtor : []),
    ...(seesHolder || outgoing ? creditor : []),
    ...Object.values(document.remittance_information ?? {}),
    document.additional_information,
    document.mapped_fields?.payee,
    document.mapped_fields?.description,
  ]
    .filter((text) => text !== undefined)
    .join('\n')
    .toLowerCase();
}

function expected(words: readonly string[], seesHolder: boolean): number[] {
  return documents.flatMap((document, place) =>
    words.every((word) => textOf(document, seesHolder).includes(word.toLowerCase())) ? [place + 1] : [],
  );
}

/** Pieces of what is there, of any length from one character, in any case; and what is not there. */
const word = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...documents.map((document) => textOf(document, true)).filter((text) => text !== '')),
      fc.nat(),
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
    )
    .map(([text, from, length, upper]) => {
      const piece = text
        .slice(from % text.length, (from % text.length) + length)
        .replaceAll('\u0001', '')
        .replaceAll(/\s/g, '');
      return upper ? piece.toUpperCase() : piece;
    }),
  fc.constantFrom('%', '_', '\\', '%%', "'", 'zzxqy', '"', ',', 'ä', 'loppusana', 'perhonen'),
);
const words = fc.array(
  word.filter((one) => one !== ''),
  { minLength: 1, maxLength: 3 },
);

describe('search', () => {
  it('finds transactions with all words, for the owner and for a token that may not see the holder, on both sides', async () => {
    await fc.assert(
      fc.asyncProperty(words, async (asked) => {
        const query = `filter[search]=${encodeURIComponent(asked.join(' '))}`;
        expect(await found(query, owner)).toEqual(expected(asked, true));
        expect(await found(query, limited)).toEqual(expected(asked, false));
        expect(await found(`${query}&disable_rules=true`, limited)).toEqual(expected(asked, false));
        expect(await found(`${query}&filter[currency]=EUR`, owner, 'amount,id')).toHaveLength(
          expected(asked, true).length,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('searches texts that are too long for the index', async () => {
    expect(await found('filter[search]=loppusana pitkä', owner)).toEqual([4]);
    expect(await found('filter[search]=loppusana meikäläinen', owner)).toEqual([4]);
    expect(await found('filter[search]=loppusana meikäläinen', limited)).toEqual([]);
    expect(await found('filter[creditor.name]=kauppa', owner)).toEqual([4]);
    expect(await found('filter[remittance_information.unstructured]=LOPPUsana', owner)).toEqual([4]);
  });

  it('accepts any number of words', async () => {
    const many = 'card payment nordic market oy helsinki groceries group maija meikäläinen';
    expect(await found(`filter[search]=${many}`, owner)).toEqual([1]);
    expect(await found(`filter[search]=${many}`, limited)).toEqual([]);
    expect(await found(`filter[creditor.name]=${many.replaceAll(' ', ',')}`, owner)).toEqual([1, 2]);
  });

  it('does not find the holder behind a character that the index uses', async () => {
    for (const text of ['%01', '%01maija', 'maija%01', '%00maija'.slice(3)]) {
      expect(await found(`filter[search]=${text}`, limited)).toEqual([]);
    }
  });
});

describe('a filter by text', () => {
  it.each([
    ['creditor.name', 'creditor'],
    ['debtor.name', 'debtor'],
  ] as const)('%s finds what the token sees', async (filter, side) => {
    await fc.assert(
      fc.asyncProperty(
        word.filter((one) => one !== '' && !/[,\\]/.test(one)),
        async (asked) => {
          const query = `filter[${filter}]=${encodeURIComponent(asked)}`;
          const naming = (seesHolder: boolean) =>
            documents.flatMap((document, place) => {
              const outgoing = document.amount !== undefined && isOutflow(document.amount);
              const hidden = !seesHolder && (side === 'debtor' ? outgoing : !outgoing);
              const name = hidden ? '' : (document[side]?.name ?? '').toLowerCase();
              return name.includes(asked.toLowerCase()) ? [place + 1] : [];
            });
          for (const further of ['', '&filter[booked]=true,false']) {
            expect(await found(`${query}${further}`, owner)).toEqual(naming(true));
            expect(await found(`${query}${further}`, limited)).toEqual(naming(false));
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
