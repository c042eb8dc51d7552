import { FileCertainty, FileCsvReading } from '@tributary/contracts';
import { chooseHow } from './choose-how';
import { DetectedFile, KnownHow } from './file-reading';

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
const kept = (confirmed: boolean | null, reading = csv({ date_order: 'MDY' })): KnownHow => ({
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
      expect(chooseHow(found(certainty), kept(true), isUnlikely)).toMatchObject({
        csv: csv({ date_order: 'MDY' }),
        certainty: 'GUESS',
        questions: [{ columns: [0] }],
      });
    }
    expect(chooseHow(found('BY_NAMES'), kept(false), isUnlikely)).toMatchObject({ certainty: 'BY_NAMES' });
  });

  it('is as detected where no earlier file of the shape was read', () => {
    expect(chooseHow(found('GUESS'), null, fits)).toMatchObject({
      certainty: 'GUESS',
      questions: [QUESTION],
    });
  });

  it('is as the user confirmed it for an earlier file, where that fits', () => {
    const chosen = chooseHow(found('GUESS'), kept(true), fits);
    expect(chosen).toEqual({ ...kept(true), confirmed: undefined, certainty: 'CONFIRMED', questions: [] });
  });

  it('is detected again, and asked for, where the confirmed reading does not fit', () => {
    const chosen = chooseHow(found('GUESS'), kept(true), fitsNot);
    expect(chosen).toMatchObject({ csv: csv(), certainty: 'GUESS', questions: [QUESTION] });
  });

  it('is what a balance proves before what an earlier file was read by without anybody confirming it', () => {
    expect(chooseHow(found('PROVEN'), kept(false), fits)).toMatchObject({ csv: csv(), certainty: 'PROVEN' });
    expect(chooseHow(found('PROVEN'), kept(true), fits)).toMatchObject({ certainty: 'CONFIRMED' });
  });

  it('is no guess where an applied file had the same layout, and the reading fits', () => {
    expect(chooseHow(found('GUESS'), kept(false), fits)).toMatchObject({
      csv: { date_order: 'MDY' },
      certainty: 'BY_NAMES',
      questions: [],
    });
  });

  it('is asked for where a release before kept another reading, which nobody may have confirmed', () => {
    const before = kept(null, csv({ columns: ['booking_date', 'payee', null] }));
    expect(chooseHow(found('BY_NAMES'), before, fits)).toMatchObject({
      csv: before.csv,
      certainty: 'GUESS',
      questions: [{ columns: [2] }],
    });
    expect(chooseHow(found('BY_NAMES'), kept(null, csv()), fits)).toMatchObject({ certainty: 'BY_NAMES' });
    expect(chooseHow(found('GUESS'), before, fits)).toMatchObject({ csv: csv(), questions: [QUESTION] });
  });

  it('is the user’s where the user has said it of this file', () => {
    expect(chooseHow(found('CONFIRMED'), kept(true), fits)).toMatchObject({
      csv: csv(),
      certainty: 'CONFIRMED',
    });
  });
});
