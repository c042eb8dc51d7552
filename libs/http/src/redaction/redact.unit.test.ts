import { redactedTransaction, withoutAccountIdentifiers, withoutTransactionIdentifiers } from './redact';

const transaction = {
  amount: '-1.00',
  debtor: { name: 'Holder', iban: 'FI1', bban: '1', pan: '2', masked_pan: '3', msisdn: '4', agent: 'BANK' },
  creditor: { name: 'Shop', iban: 'FI2', bban: '5', pan: '6', masked_pan: '7', msisdn: '8' },
  external_identifiers: {
    institution_transaction_id: 'a',
    integrator_transaction_id: 'b',
    end_to_end_id: 'c',
    entry_reference: 'd',
    check_id: 'e',
    mandate_id: 'f',
  },
  remittance_information: { unstructured: 'Coffee' },
};

describe('a transaction', () => {
  it('loses every identifier that the interface names, and an object that has nothing left', () => {
    expect(withoutTransactionIdentifiers(transaction)).toEqual({
      amount: '-1.00',
      debtor: { name: 'Holder', agent: 'BANK' },
      creditor: { name: 'Shop' },
      remittance_information: { unstructured: 'Coffee' },
    });
  });

  it('loses its holder’s name for who may not see it: the debtor’s of what goes out, the creditor’s of what comes in', () => {
    expect(redactedTransaction(transaction)).toMatchObject({
      debtor: { agent: 'BANK' },
      creditor: { name: 'Shop' },
    });
    expect(redactedTransaction(transaction)).not.toHaveProperty('debtor.name');
    const incoming = redactedTransaction({ ...transaction, amount: '1.00' });
    expect(incoming).toHaveProperty('debtor.name', 'Holder');
    expect(incoming).not.toHaveProperty('creditor');
  });

  it('is not changed itself', () => {
    const before = structuredClone(transaction);
    redactedTransaction(transaction);
    expect(transaction).toEqual(before);
  });
});

it('an account loses numbers and holder, and keeps its required members', () => {
  const account = { id: '1', name: 'Everyday', iban: 'FI', bban: 'b', owner_name: 'H', meta: '{"n":"FI"}' };
  expect(withoutAccountIdentifiers(account)).toEqual({ id: '1', name: 'Everyday', meta: '' });
});
