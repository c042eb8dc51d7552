import { CsvColumn } from '../statement';

/**
 * What banks call their columns, without accents and punctuation, in English, German, French, Spanish, Dutch, Polish,
 * Czech, Swedish, Danish, Norwegian, Finnish, Italian and Portuguese.
 */
const NAMES: Readonly<Record<CsvColumn, string>> = {
  booking_date: `date|booking date|booked date|booked at|posted date|posting date|post date|date posted|transaction date
    |trans date|transaction completed date|completed date|date completed|created on|datum|buchungstag|buchung|buchungsdatum
    |buchungstermin|transaktionsdatum|umsatzdatum|date operation|date de l operation|date d operation|dateop
    |date de comptabilisation|date comptable|date de comptable|fecha|fecha operacion|fecha de operacion|f operacion
    |fecha de la operacion|fecha contable|fecha de transaccion|boekdatum|boekingsdatum|transactiedatum
    |uitvoeringsdatum|datum van uitvoering|data operacji|data transakcji|data ksiegowania|data
    |datum zauctovani|datum provedeni|datum transakce|datum uctovani|datum splatnosti|zauctovano|bokforingsdag
    |bokforingsdatum|transaktionsdag|bokfort dato|dato|bogforingsdato|kirjauspaiva|pvm|paivamaara|data contabile
    |data operazione|data movimento|data mov|data lancamento|data do lancamento|data operacao|data de operacao`,
  value_date: `value date|date value|effective date|started date|valuta|valutadatum|wertstellung|wertstellungstag
    |wertstellungsdatum|wert|date valeur|date de valeur|dateval|fecha valor|f valor|fecha de valor|rentedatum|valutadag
    |data waluty|datum valuty|data valuta|data valor|data de valor|data val|arvopaiva|rentedato|valor dato`,
  amount: `amount|transaction amount|billing amount|net amount|net|sum|betrag|umsatz|umsatzbetrag|buchungsbetrag|montant
    |montant de l operation|importe|cantidad|bedrag|transactiebedrag|kwota|kwota transakcji|kwota operacji|castka|objem
    |zauctovana castka|castka v mene uctu|belopp|belob|belop|maara|summa|importo|importo operazione|valor|montante|quantia`,
  debit: `debit|debits|debit amount|withdrawal|withdrawals|withdrawal amount|paid out|money out|out|soll|belastung
    |belastungen|lastschrift|ausgang|ausgange|auszahlung|debet|cargo|cargos|adeudo|uscite|uscita|addebiti|addebito|dare
    |obciazenia|obciazenie|wydatki|wydano|debito|debitos|uttag|ut|ut fra konto|ud|utgaende|depenses|af|odchozi|vydaje`,
  credit: `credit|credits|credit amount|deposit|deposits|deposit amount|paid in|money in|in|haben|gutschrift|gutschriften
    |eingang|eingange|einzahlung|abono|abonos|ingreso|entrate|entrata|accrediti|accredito|avere|uznania|uznanie|wplywy
    |credito|creditos|insattning|inn pa konto|ind|inkommande|recettes|bij|prichozi|prijmy`,
  direction: `af bij|bij af|soll haben|s h|debit credit|credit debit|dc|d c|cd|credit debit indicator|debet credit
    |debit credit indicator|soll haben kennzeichen|sens|dr cr|cr dr|dare avere|strana`,
  currency: `currency|account currency|transaction currency|wahrung|waehrung|whg|devise|moneda|divisa|munt|muntsoort
    |waluta|mena|mena uctu|moeda|valuuttakoodi|currency code|kontowahrung`,
  payee: `payee|payee name|name|merchant|merchant name|counterparty|counterparty name|counter party|recipient|beneficiary
    |beneficiary name|sender recipient|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger
    |auftraggeber begunstigter|auftraggeber beguenstigter|begunstigter auftraggeber|empfanger|empfaenger
    |auftraggeber empfanger|auftraggeber zahlungsempfanger|empfanger zahlungspflichtiger|zahlungsempfanger
    |zahlungsempfanger in|name zahlungsbeteiligter|zahlungsbeteiligter|partner name|partnername|gegenpartei
    |vorgang empfanger|beschreibung auftraggeber empfanger|naam omschrijving|naam tegenpartij|tegenpartij|naam
    |naam tegenrekening|beneficiaire|tiers|contrepartie|beneficiario|ordinante|beneficiario ordinante|kontrahent
    |odbiorca nadawca|nadawca odbiorca|dane kontrahenta|nazwa kontrahenta|odbiorca|nazev protiuctu|nazev protistrany
    |protistrana|nazev uctu protistrany|motpart|mottagare|namn|avsandare mottagare|modtager|saaja maksaja|saajan nimi
    |controparte|contraparte`,
  payer: `payer|zahlungspflichtiger|zahlungspflichtige r|auftraggeber|nadawca|debtor|debtor name|sender|ordonnateur|avsandare`,
  counterparty_account: `counterparty account|counterparty iban|payee account number|tegenrekening|tegenrekening iban bban
    |tegenrekeningnummer|gegenkonto|gegenkonto iban|partner iban|iban zahlungsbeteiligter|kontonummer iban
    |iban des auftraggebers begunstigten|iban empfanger|rekening tegenpartij|compte contrepartie|cuenta contrapartida
    |rachunek kontrahenta|numer rachunku kontrahenta|nr rachunku kontrahenta|numer konta kontrahenta|protiucet
    |cislo protiuctu|cislo uctu protistrany|konto mottagare|saajan tilinumero|beneficiary account|to account`,
  description: `description|memo|narrative|narration|details|transaction details|transaction description|particulars
    |verwendungszweck|buchungsdetails|verwendung|beschreibung|libelle|libelle operation|libelle de l operation
    |libelle complet|detail|informations complementaires|concepto|descripcion|movimiento|observaciones|omschrijving
    |mededelingen|mededeling|opis|opis operacji|opis transakcji|tytul|tytul operacji|tytul platnosci|szczegoly
    |popis|zprava pro prijemce|zprava|popis transakce|beskrivning|text|tekst|meddelande|beskrivelse|forklaring|viesti
    |selitys|rubrik|descrizione|descrizione operazione|causale|descricao|descritivo|historico|movimento|remittance information
    |payment reference|omschrijving 1|omschrijving 2|omschrijving 3|opis 1|opis 2`,
  reference: `reference|reference number|ref|referenz|kundenreferenz|kundenreferenz end to end|end to end referenz
    |end to end id|betalingskenmerk|referentie|referencia|riferimento|referens|viite|viitenumero|variabilni symbol
    |numer referencyjny|check number|cheque number|check or slip|customer reference|reference de l operation`,
  bank_id: `transaction id|id|fitid|unique id|transaction number|transactiereferentie|transactie id|volgnr|id transakce
    |id operace|id pohybu|identifikace transakce|id transakcji|transferwise id|transaktions id|bank id|id transaccion`,
  balance: `balance|running balance|account balance|balance after transaction|running bal|saldo|kontostand
    |saldo nach buchung|solde|saldo po operacji|saldo po transakcji|saldo na mutatie|saldo na trn|zustatek
    |zustatek po transakci|behallning|bokfort saldo|saldo contabile|saldo contable|saldo disponible|resultingbalance`,
  fee: `fee|fees|commission`,
  status: `status|state|stav|statut|estado|stato|info|tila`,
  account: `auftragskonto|iban auftragskonto|eigenes konto|rekening|rekeningnummer|iban bban|rachunek|numer rachunku
    |cislo uctu|own account|account iban|from account|cuenta|conto|compte|numero de compte|conta|tilinumero`,
};

/** Names that mean one thing at one bank and another at the next: the column's values decide. */
const AMBIGUOUS: Readonly<Record<string, readonly CsvColumn[]>> = {
  valuta: ['value_date', 'currency'],
  iban: ['counterparty_account', 'account'],
  konto: ['account', 'counterparty_account'],
  kontonummer: ['account', 'counterparty_account'],
  account: ['account', 'counterparty_account'],
  'account number': ['account', 'counterparty_account'],
};

/** Said by what kind of payment it was: read where no column says more. */
const KINDS = new Set(
  `buchungstext|umsatzart|umsatztyp|type|transaction type|mutatiesoort|typ|typ operace|typ transakcji|rodzaj operacji
    |nature de l operation|category|categorie|kategorie|vorgang|tipo|notes|note|poznamka`
    .split('|')
    .map((name) => name.trim()),
);

const COLUMN_BY_NAME = new Map<string, CsvColumn>(
  (Object.entries(NAMES) as [CsvColumn, string][]).flatMap(([column, names]) =>
    names.split('|').map((name): [string, CsvColumn] => [name.trim(), column]),
  ),
);

/** What a column of this name may have; nothing where the name is unknown. */
export function columnsNamed(header: string): readonly CsvColumn[] {
  const name = plainName(header);
  const ambiguous = AMBIGUOUS[name];
  if (ambiguous !== undefined && Object.hasOwn(AMBIGUOUS, name)) return ambiguous;
  const column = COLUMN_BY_NAME.get(name);
  return column === undefined ? [] : [column];
}

export function isKindOfPayment(header: string): boolean {
  return KINDS.has(plainName(header));
}

const NAME_CHARS_MAX = 80;

/** Lower case, without accents, punctuation, and the currency in `Betrag (EUR)` or `Umsatz in EUR`. */
function plainName(header: string): string {
  if (header.length > NAME_CHARS_MAX) return '';
  return header
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/(?: in| en| w)? (eur|usd|gbp|chf|sek|nok|dkk|pln|czk|huf|cad|aud|nzd|brl|euro|euros)$/, '');
}
