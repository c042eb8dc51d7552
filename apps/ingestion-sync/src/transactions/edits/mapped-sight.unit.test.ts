import { authorOf, DEFAULT_ACCOUNT_CONFIG, ownerOf, sampleTransaction } from '@tributary/contracts';
import { withEdits } from './edits';
import { FieldMap, mapFields } from '../../providers/mapping/mapped-fields';

const party = { name: 'SECRET name', iban: 'SECRET iban', bban: 'SECRET bban' };
const OUTFLOW = {
  ...sampleTransaction,
  debtor: party,
  creditor: { ...party, name: 'Shop' },
  ultimate_debtor: 'SECRET ultimate',
  external_identifiers: { end_to_end_id: 'SECRET e2e' },
};
const APP = authorOf({ ...ownerOf(1), scopes: ['accounts:write'] });
const OWNER = authorOf(ownerOf(1));

const mapBy = (author: typeof APP | undefined, payee: string): FieldMap => ({
  ...DEFAULT_ACCOUNT_CONFIG.map_fields,
  payee,
  ...(author ? { authors: { payee: author } } : {}),
});

describe('a mapping reads what its author may see', () => {
  it.each([
    'debtor.iban',
    'counterparty.iban',
    'debtor.name',
    'ultimate_debtor',
    'external_identifiers.end_to_end_id',
  ])('%s', (path) => {
    expect(mapFields(OUTFLOW, mapBy(OWNER, path)).payee).toContain('SECRET');
    expect(mapFields(OUTFLOW, mapBy(APP, path)).payee).toBe('Shop');
    // The author is unknown, because earlier releases did not record it.
    expect(mapFields(OUTFLOW, mapBy(undefined, path)).payee).toBe('Shop');
  });

  it('the other party is the same after an edit of the amount, and the document says who holds the account', () => {
    const edited = withEdits(OUTFLOW, { amount: '42.00' }, DEFAULT_ACCOUNT_CONFIG.map_fields);
    expect(edited).toMatchObject({ amount: '42.00', holder: 'debtor', mapped_fields: { payee: 'Shop' } });
    expect(withEdits(OUTFLOW, { amount: '-42.00' }, DEFAULT_ACCOUNT_CONFIG.map_fields)).not.toHaveProperty(
      'holder',
    );
  });
});
