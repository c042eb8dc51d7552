import { FileCertainty, FileCsvReading } from '@tributary/contracts';
import { chooseReading } from './choose-reading';
import { DetectedFile, KnownReading } from './file-reading';

const csv = (changes: Partial<FileCsvReading> = {}): FileCsvReading => ({
  encoding: 'utf-8',
  delimiter: ',',
  decimal_mark: '.',
  date_order: 'DMY',
  skip_rows: 1,
  columns: ['booking_date', 'payee', 'amount'],
  ...changes,
});
const QUESTION = { columns: [2], text: 'Which way did the money go?' };
const found = (certainty: FileCertainty, reading = csv()): DetectedFile => ({
  format: 'CSV',
  csv: reading,
  qif: null,
  certainty,
  questions: certainty === 'GUESS' ? [QUESTION] : [],
  dateOrders: [],
  shape: 'shape',
  sample: [],
});
const earlier = (confirmed: boolean | null, reading = csv({ date_order: 'MDY' })): KnownReading => ({
  csv: reading,
  qif: null,
  confirmed,
});
const fits = () => 'fits' as const;
const fitsNot = () => 'contradicts' as const;
const isUnlikely = () => 'unlikely' as const;

describe('how a CSV file is read', () => {
  it('is asked about where the dates make a confirmed reading unlikely, whatever is detected', () => {
    for (const certainty of ['BY_NAMES', 'GUESS'] as const) {
      expect(chooseReading(found(certainty), earlier(true), isUnlikely)).toMatchObject({
        csv: csv({ date_order: 'MDY' }),
        certainty: 'GUESS',
        questions: [{ columns: [0] }],
      });
    }
    expect(chooseReading(found('BY_NAMES'), earlier(false), isUnlikely)).toMatchObject({
      certainty: 'BY_NAMES',
    });
  });

  it('is as detected where no earlier file of the shape was read', () => {
    expect(chooseReading(found('GUESS'), null, fits)).toMatchObject({
      certainty: 'GUESS',
      questions: [QUESTION],
    });
  });

  it('is as the user confirmed it for an earlier file, where that fits', () => {
    const chosen = chooseReading(found('GUESS'), earlier(true), fits);
    expect(chosen).toEqual({ ...earlier(true), confirmed: undefined, certainty: 'CONFIRMED', questions: [] });
  });

  it('is detected again, and asked for, where the confirmed reading does not fit', () => {
    const chosen = chooseReading(found('GUESS'), earlier(true), fitsNot);
    expect(chosen).toMatchObject({ csv: csv(), certainty: 'GUESS', questions: [QUESTION] });
  });

  it('is what a balance proves before what an earlier file was read by without anybody confirming it', () => {
    expect(chooseReading(found('PROVEN'), earlier(false), fits)).toMatchObject({
      csv: csv(),
      certainty: 'PROVEN',
    });
    expect(chooseReading(found('PROVEN'), earlier(true), fits)).toMatchObject({ certainty: 'CONFIRMED' });
  });

  it('is no guess where an applied file had the same layout, and the reading fits', () => {
    expect(chooseReading(found('GUESS'), earlier(false), fits)).toMatchObject({
      csv: { date_order: 'MDY' },
      certainty: 'BY_NAMES',
      questions: [],
    });
  });

  it('is asked for where a release before kept another reading, which nobody may have confirmed', () => {
    const before = earlier(null, csv({ columns: ['booking_date', 'payee', null] }));
    expect(chooseReading(found('BY_NAMES'), before, fits)).toMatchObject({
      csv: before.csv,
      certainty: 'GUESS',
      questions: [{ columns: [2] }],
    });
    expect(chooseReading(found('BY_NAMES'), earlier(null, csv()), fits)).toMatchObject({
      certainty: 'BY_NAMES',
    });
    expect(chooseReading(found('GUESS'), before, fits)).toMatchObject({ csv: csv(), questions: [QUESTION] });
  });

  it('is the user’s where the user has said it of this file', () => {
    expect(chooseReading(found('CONFIRMED'), earlier(true), fits)).toMatchObject({
      csv: csv(),
      certainty: 'CONFIRMED',
    });
  });
});

describe('how a QIF file is read', () => {
  const qif = (certainty: FileCertainty | null, order: 'DMY' | 'MDY' = 'DMY'): DetectedFile => ({
    ...found('GUESS'),
    format: 'QIF',
    csv: null,
    qif: { date_order: order },
    certainty,
    questions: certainty === 'GUESS' ? [{ columns: [], text: 'Which comes first?' }] : [],
    dateOrders: ['DMY', 'MDY'],
  });
  const earlierOrder = (confirmed: boolean | null, order: 'DMY' | 'MDY' = 'MDY'): KnownReading => ({
    csv: null,
    qif: { date_order: order },
    confirmed,
  });

  it('is asked for where its dates do not say it, and no earlier file did', () => {
    expect(chooseReading(qif('GUESS'), null, fits)).toMatchObject({ certainty: 'GUESS', questions: [{}] });
  });

  it('is as in an earlier file of the same program, whose dates said it or whose user did', () => {
    const chosen = { qif: { date_order: 'MDY' }, questions: [] };
    expect(chooseReading(qif('GUESS'), earlierOrder(true), fits)).toMatchObject({
      ...chosen,
      certainty: 'CONFIRMED',
    });
    expect(chooseReading(qif('GUESS'), earlierOrder(false), fits)).toMatchObject({
      ...chosen,
      certainty: null,
    });
  });

  it('is asked for where only a release before has read one, for it asked nobody', () => {
    expect(chooseReading(qif('GUESS'), earlierOrder(null), fits)).toMatchObject({ certainty: 'GUESS' });
  });

  it('is asked for where its dates look unlike the earlier file', () => {
    const chosen = chooseReading(qif(null), earlierOrder(true), fits);
    expect(chosen).toMatchObject({ qif: { date_order: 'MDY' }, certainty: 'GUESS', questions: [{}] });
    expect(chooseReading(qif(null), earlierOrder(true, 'DMY'), fits)).toMatchObject({
      certainty: 'CONFIRMED',
    });
  });

  it('is as the user says of this file', () => {
    expect(chooseReading(qif('CONFIRMED'), earlierOrder(true), fits)).toMatchObject({
      qif: { date_order: 'DMY' },
    });
  });
});
