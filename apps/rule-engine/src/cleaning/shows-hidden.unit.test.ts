import { sampleTransaction, TransactionDocument } from '@tributary/contracts';
import { showsHidden } from './shows-hidden';

const RAW: TransactionDocument = {
  ...sampleTransaction,
  amount: '-12.40',
  debtor: { name: 'Maija Meikäläinen', iban: 'FI4950009420028730' },
  creditor: { name: 'Kahvila', iban: 'FI2112345600000785', bban: '785' },
  external_identifiers: { end_to_end_id: 'E2E-"77"-1' },
};
const payee = (text: string): TransactionDocument => ({
  ...RAW,
  mapped_fields: { ...RAW.mapped_fields, payee: text },
});
const output = (document: TransactionDocument | null, memo = '') => ({
  transferLinkId: 1,
  document,
  destinationFields: { memo },
  skip: false,
  hash: '',
});

describe('what rules wrote shows what only some may see', () => {
  it.each<[string, Parameters<typeof showsHidden>[0]]>([
    ['an account number in a payee', { raw: RAW, shaped: payee('to FI2112345600000785'), outputs: [] }],
    ['in other letters', { raw: RAW, shaped: payee('to fi2112345600000785'), outputs: [] }],
    ['a text that JSON escapes', { raw: RAW, shaped: payee('E2E-"77"-1'), outputs: [] }],
    ['the holder’s name', { raw: RAW, shaped: payee('from Maija Meikäläinen'), outputs: [] }],
    ['in what one link carries', { raw: RAW, shaped: null, outputs: [output(payee('FI4950009420028730'))] }],
    [
      'in a field of the destination',
      { raw: RAW, shaped: null, outputs: [output(null, 'FI4950009420028730')] },
    ],
    [
      'the holder, because the amount was turned',
      { raw: RAW, shaped: { ...RAW, amount: '12.40' }, outputs: [] },
    ],
  ])('yes: %s', (_what, transaction) => expect(showsHidden(transaction)).toBe(true));

  it.each<[string, Parameters<typeof showsHidden>[0]]>([
    ['nothing was written', { raw: RAW, shaped: null, outputs: [] }],
    ['the other party’s name', { raw: RAW, shaped: payee('Kahvila'), outputs: [] }],
    ['a value too short to be told from chance', { raw: RAW, shaped: payee('785 crowns'), outputs: [] }],
    [
      'what the bank shows itself',
      {
        raw: { ...RAW, additional_information: 'by FI4950009420028730' },
        shaped: { ...payee('FI4950009420028730'), additional_information: 'by FI4950009420028730' },
        outputs: [],
      },
    ],
  ])('no: %s', (_what, transaction) => expect(showsHidden(transaction)).toBe(false));
});
