/**
 * Layouts whose column names a public repository states: in a sample, in a comment, or in the code that reads the file.
 * One a line: name | path:line, or path = names | delimiter | date | decimal mark | roles | options. Only names and their
 * order are read from the path; the roles were set by hand, from what the repository's code does with each column.
 *
 * Options: `out=WORD in=WORD` the words of the direction; `sign=inverted` money that left has no sign, money that came
 * in has a minus; `sign=both` the amount has a sign and the direction says the same; `debit=negative` debits have a
 * minus; `zero` the empty one of debit and credit holds a zero; `plus` money that came in has a plus; `mark=X` a
 * currency mark before amounts; `behind=X` one behind them; `whole` amounts have no decimals; `sign=suffix` the words stand behind the amount; `group=X` the mark of thousands; `status=WORD`; `order=`;
 * `enc=`; `before=N` rows before the names, where the path has no line; `after=N` rows after the entries; `trail` each
 * row ends with a delimiter.
 */
export const HEADERS = {
  'bank2ynab/bank2ynab': `
DE N26 2017 | test/test-data/20171001-20171106.csv:1 | , | YYYY-MM-DD | . | B P K type T cat A fa fc rate | order=asc
NL bunq, Dutch | test/test-data/2018-04-14_10-52-13_bunq-transactieoverzicht.csv:1 | , | YYYY-MM-DD | , | B A O K P T
NL bunq, English | test/test-data/2019-03-02_11-50-46_bunq-statement.csv:1 | , | YYYY-MM-DD | , | B A O K P T
DE Ostseesparkasse | test/test-data/20180226-1000594757-umsatz.CSV:1 | ; | DD.MM.YY | , | O B V type T P K code A U Z | status=Umsatz+gebucht order=desc
GB first direct | test/test-data/20180226_12345678.csv:1 | , | DD/MM/YYYY | . | B T A S | order=desc
NL Rabobank 2018 | test/test-data/CSV_A_20180414_112204.csv:1 | , | YYYY-MM-DD | , | O U bic cnt B V A S K P nil nil bic type nil I nil nil R T T T nil fa fc rate | plus enc=windows-1252 order=asc
GB John Lewis card | test/test-data/MS_JANE_SMITH_01-12-2019_14-12-2019.csv:1 | , | DD-MMM-YYYY | . | B T A nil | sign=inverted mark=£
GB Monzo 2018 | test/test-data/MonzoDataExport_February2018_2018-02-26_174335.csv:1 | , | YYYY-MM-DD HH:mm:ss +0000 | . | I B A U fa fc cat flag P city T nil | order=asc
CZ Raiffeisenbank | test/test-data/Movements_1234512345_201805271848.csv:1 | ; | DD.MM.YYYY | , | V B O own cat K P type T T code code code A U fa fc nil I | enc=windows-1250 order=desc
CZ Česká spořitelna, English | test/test-data/TH_20180521-20180523.csv:1 | ; | YYYY/MM/DD | , | own B A K V code nil P code code T T R nil nil nil | order=desc
SG OCBC | test/test-data/TransactionHistory_20180418043121.csv:6 | , | DD/MM/YYYY | . | B V T D C | order=desc
DE Commerzbank | test/test-data/Umsaetze_KtoNr538917600_EUR_02-03-2018_1503.CSV:1 | ; | DD.MM.YYYY | , | B V type T A U own code O | order=desc
HU Erste Bank | test/test-data/W80844_EBH_201945.202122.csv:1 | , |  YYYY.MM.DD. | . | B P K own O type A U X code V T I T S fc | sign=both out=Kiadás in=Bevétel order=desc
BE KBC | test/test-data/export_BE11123456789012_20180304_1422.csv:1 | ; | DD/MM/YYYY | , | O nil own U code B T V A S C D K bic P city R T | debit=negative order=desc
BE KBC card | test/test-data/export_KBC-Mastercard+Business+Essential_20200204_1604.csv:1 | ; | DD/MM/YYYY | , | code own text V B fa C D fc rate A nil P city nil nil | debit=negative order=desc
IE Bank of Ireland | test/test-data/test_BOI_TransactionExport.csv:1 | , | DD/MM/YYYY | . | B T D C S | order=asc
DE Sparkasse card | test/test-data/umsatz-1234________1234-20180227.CSV:1 | ; | DD.MM.YY | , | own V B fa fc rate A U P R code nil nil nil nil code | enc=windows-1252 order=desc
BE BNP Paribas Fortis 2017 | bank2ynab.conf = Volgnummer;Uitvoeringsdatum;Valutadatum;Bedrag;Valuta rekening;TEGENPARTIJ VAN DE VERRICHTING;Details;Rekeningnummer | ; | DD/MM/YYYY | , | I B V A U K T O | order=desc
BE BNP Paribas Fortis | bank2ynab.conf = Volgnummer;Uitvoeringsdatum;Valutadatum;Bedrag;Valuta rekening;Rekeningnummer;Type verrichting;Tegenpartij;Naam van de tegenpartij;Mededeling;Details;Status;Reden van weigering | ; | DD/MM/YYYY | , | I B V A U O type K P T T Z nil | status=Geaccepteerd order=desc
BE Keytrade | bank2ynab.conf = Uittreksel;Datum;Valutadatum;Rekening;Omschrijving;Bedrag;Valuta | ; | DD.MM.YYYY | , | R B V K T A U | order=desc
CH UBS | bank2ynab.conf = Abschlussdatum,Abschlusszeit,Buchungsdatum,Valutadatum,Währung,Belastung,Gutschrift,Einzelbetrag,Saldo,Transaktions-Nr.,Beschreibung1,Beschreibung2,Beschreibung3,Fussnoten | ; | YYYY-MM-DD | . | V time B V U D C nil S I P T T nil | debit=negative before=9 trail order=desc
CH Neon | bank2ynab.conf = Date;Amount;Original amount;Original currency;Exchange rate;Description;Subject;Category;Tags;Wise;Spaces | ; | YYYY-MM-DD | . | B A fa fc rate P T cat nil flag flag | order=desc
CH Swisscard | bank2ynab.conf = Transaktionsdatum,Beschreibung,Kartennummer,Währung,Betrag,Debit/Kredit,Status,Kategorie | , | DD.MM.YYYY | . | B T code U A X Z cat | sign=inverted out=Belastung in=Gutschrift status=Gebucht order=desc
DK Danske Bank | bank2ynab.conf = Dato;Kategori;Underkategori;Tekst;Beløb;Saldo;Status;Afstemt | ; | DD.MM.YYYY | , | B cat cat T A S Z flag | status=Udført enc=windows-1252
DK Jyske Bank | bank2ynab.conf = Dato,,Tekst,,Beløb,Saldo,Kommentar,Afstemt,Flag,Konto | , | DD.MM.YYYY | , | B nil T nil A S text flag flag own | order=asc
IE Ulster Bank | bank2ynab.conf = Date, Type, Description, Value, Balance, Account Name, Account Number | , | DD/MM/YYYY | . | B type T A S own O | order=desc
NL Rabobank card | bank2ynab.conf = Tegenrekening IBAN,Munt,Creditcard Nummer,Productnaam,Creditcard Regel1,Creditcard Regel2,Transactiereferentie,Datum,Bedrag,Omschrijving,Oorspr bedrag,Oorspr munt,Koers | , | YYYY-MM-DD | , | O U code const nil nil I B A T fa fc rate | plus order=asc
PL Alior Bank | bank2ynab.conf = Data transakcji;Data księgowania;Nazwa nadawcy;Nazwa odbiorcy;Szczegóły transakcji;Kwota operacji;Waluta operacji;Kwota w walucie rachunku;Waluta rachunku;Numer rachunku nadawcy;Numer rachunku odbiorcy | ; | DD-MM-YYYY | , | V B Q P T fa fc A U sa ra | before=1 order=desc
PL mBank | bank2ynab.conf = #Data operacji;#Data księgowania;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota;#Saldo po operacji | ; | YYYY-MM-DD | , | V B type T P K A S | enc=windows-1250 group=+ order=desc trail
PL PKO BP | bank2ynab.conf = Data operacji,Data waluty,Typ transakcji,Kwota,Waluta,Opis transakcji,,,, | , | YYYY-MM-DD | . | B V type A U T T T T nil | plus enc=windows-1250 order=desc
SE Länsförsäkringar | bank2ynab.conf = Bokföringsdatum;Transaktionsdatum;Transaktionstyp;Meddelande;Belopp | ; | YYYY-MM-DD | , | B V type T A | before=3 enc=windows-1252 order=desc
SE Nordea 2019 | bank2ynab.conf = Datum,Transaktion,Kategori,Belopp,Saldo | , | YYYY-MM-DD | , | B T cat A S | after=2 order=desc
SE Nordea 2020 | bank2ynab.conf = Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta | ; | YYYY-MM-DD | , | B A code code P T S U | order=desc
SG OCBC card | bank2ynab.conf = Transaction date,Description,Withdrawals (SGD),Deposits (SGD) | , | DD/MM/YYYY | . | B T D C | before=6 after=2 order=desc
SG UOB account | bank2ynab.conf = Transaction Date,Transaction Description,Withdrawal,Deposit,Available Balance | , | DD MMM YYYY | . | B T D C S | before=7 zero order=desc
SG UOB card | bank2ynab.conf = Transaction Date,Posting Date,Description,Foreign Currency Type,Transaction Amount(Foreign),Local Currency Type,Transaction Amount(Local) | , | DD MMM YYYY | . | V B T fc fa U A | sign=inverted before=9 order=desc
GB Barclaycard business | bank2ynab.conf = Cardholder Name,Account Number,Transaction Date,Merchant Name,Amount,Currency,Original Amount,Original Currency,Conversion Rate,Posted Date,Transaction Time,Authorisation Code,Transaction ID,Merchant Category,Transaction Type,MCC Description,Merchant Town/City,Merchant County/State,Merchant Post code/Zipcode,MCC,Statement Cycle | , | DD/MM/YYYY | . | own code V P A U fa fc rate B time code I cat type cat city city code mcc nil | sign=inverted order=desc
`,
  'reubano/csv2ofx': `
US Capital One | data/test/capitalone.csv:1 | , | YYYY-MM-DD | . | V B code T cat D C | order=desc
US credit union | data/test/creditunion.csv:1 | , | M/D/YY | . | R B T A cat nil | order=asc
US default of csv2ofx | data/test/default.csv:1 | , | YYYY-MM-DD | . | I R B nil T A own cat nil | order=asc
DE GLS | data/test/gls.csv:1 | ; | DD.MM.YYYY | , | O B V P type T T nil nil nil nil nil nil nil nil nil nil nil nil A S U | enc=windows-1252 order=desc
ES ING Direct | data/test/ingesp.csv:1 | , | DD/MM/YYYY | . | B cat cat T nil flag A S | order=asc
US Mint | data/test/mint.csv:1 | , | M/D/YY | . | B P T A X cat own nil nil | out=debit in=credit group=, order=desc
US Mint without names | data/test/mint_headerless.csv = - | , | M/D/YY | . | B P T A X own nil | out=debit in=credit group=, order=desc
FR N26 2023 | data/test/n26-fr.csv:1 | , | YYYY-MM-DD | . | B V P K type T own A fa fc rate | order=asc
DE Outbank | data/test/outbank.csv:1 | ; | M/D/YY | , | cnt O B V A U P K bic T cat cat nil nil nil fa nil rate code type code R R nil nil | order=desc
US Payoneer | data/test/payoneer.csv:1 | , | DD/MM/YYYY | . | B time const I T C D U fa fc Z S text nil nil nil code | status=Completed group=, order=desc
CA PC Mastercard | data/test/pcmastercard.csv:1 | , | MM/DD/YYYY | . | P code B time A | sign=inverted order=desc
US Schwab checking | data/test/schwab-checking.csv:1 | , | MM/DD/YYYY | . | B Z type nil T D C S | mark=$ status=Posted group=, order=desc
`,
  'deb-sig/double-entry-generator': `
CN 农业银行 | example/abc_debit/example-abc_debit-records.csv:1 | , | YYYYMMDD | . | B time type A S P I type T | plus order=asc
CN 支付宝 | example/alipay/example-alipay-records.csv:25 | , | YYYY-MM-DD HH:mm:ss | . | B cat P K T X A type Z I code nil nil | out=支出 in=收入 status=交易成功 enc=gb18030 order=desc
CA BMO card | example/bmo/credit/example-bmo-records.csv:3 | , | YYYYMMDD | . | cnt code V B A T | sign=inverted order=desc
CA BMO account | example/bmo/debit/example-bmo-records.csv:4 | , | YYYYMMDD | . | code X B A T | sign=both out=DEBIT in=CREDIT order=asc
CN 中国银行 card | example/boc/credit/example-boc-records.csv:2 | , | YYYY-MM-DD | . | V B code T C D U | order=asc
CN 中国银行 account | example/boc/debit/example-boc-records.csv:2 | , | YYYY-MM-DD | . | B time U A S type type city T P K own code | group=, order=desc
CN 交通银行 account | example/bocom_debit/example-bocom_debit-records.csv:1 | , | YYYY-MM-DD | . | cnt B time type X A S K P city T | out=借+Dr in=贷+Cr order=asc
CN 广发银行 card | example/cgb_credit/example-cgb_credit-records.csv:1 | , | YYYY/MM/DD | . | V B T fa fc A U | sign=inverted order=desc
CN 招商银行 account | example/cmb/debit/example-cmb-records.csv:1 | , | YYYY-MM-DD | . | B U A S type P T | group=, order=asc
HK HSBC card | example/hsbchk/credit/example-hsbchk-credit-records.csv:1 | , | DD/MM/YYYY | . | V B T A U Z P city city X | sign=both out=DEBIT in=CREDIT status=POSTED group=, order=desc
HK HSBC account | example/hsbchk/debit/example-hsbchk-debit-records.csv:1 | , | DD/MM/YYYY | . | B T A U S fc | group=, order=desc
CN 工商银行 account | example/icbc/debit-v1/example-icbc-debit-v1-records.csv:7 | , | YYYY-MM-DD | . | B T city city flag nil nil nil C D U S P | group=, order=desc trail
CN 工商银行 card | example/icbc/credit/example-icbc-credit-records.csv:7 | , | YYYY-MM-DD | . | V B type T city nil nil nil C D U S P | group=, order=desc trail
CN 京东 | example/jd/example-jd-records.csv:22 | , | YYYY-MM-DD HH:mm:ss | . | B P T A type Z X cat I code nil | out=支出 in=收入 status=交易成功 order=desc
CN 美团 | example/mt/example-mt-records.csv:20 | , | YYYY-MM-DD HH:mm:ss | . | V B Z T X type fa A I code nil | out=支出 in=收入 status=支付 mark=¥ order=desc
CN 微信 | example/wechat/example-wechat-records.csv:17 | , | YYYY-MM-DD HH:mm:ss | . | B type P T X A type Z I code nil | out=支出 in=收入 status=支付成功 mark=¥ order=desc
CA TD | example/td/example-td-records.csv = - | , | MM/DD/YYYY | . | B T D C S | order=desc
`,
  'leolabs/you-need-a-parser': `
AT ING | packages/ynap-parsers/src/at/ing/test-data/ING_Umsaetze.csv:1 | ; | DD.MM.YYYY | , | O T B U D C | zero enc=windows-1252 order=asc
DE 1822direkt | packages/ynap-parsers/src/de/1822direkt/test-data/umsaetze-12345678-25.03.2020_11_45.csv:1 | ; | DD.MM.YYYY | , | O V B V A code type P K bic code R nil T T nil nil nil nil nil nil nil nil nil nil nil nil nil nil nil nil R | enc=windows-1252 order=desc
DE comdirect | packages/ynap-parsers/src/de/comdirect/test-data/umsaetze_1182395341_20190403-2324.csv:5 | ; | DD.MM.YYYY | , | B V type T A | trail enc=windows-1252 order=desc
DE ING | packages/ynap-parsers/src/de/ing-diba/ing-diba.spec.ts = Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Betrag;Währung | ; | DD.MM.YYYY | , | B V P type T A U | before=12 enc=windows-1252 order=desc
DE N26 2021 | packages/ynap-parsers/src/de/n26/test-data/n26-csv-transactions-2021.csv:1 | , | YYYY-MM-DD | . | B P K type T cat A fa fc rate | order=asc
DE N26 2022 | packages/ynap-parsers/src/de/n26/test-data/n26-csv-transactions-2022.csv:1 | ; | YYYY-MM-DD | . | B P nil type T A fa fc rate | order=asc
DE Outbank 2019 | packages/ynap-parsers/src/de/outbank/test-data/Outbank_Export_20190403.csv:1 | ; | M/D/YY | , | cnt O B V A U P K bic T cat cat nil nil own nil fa nil rate code type code R R nil nil | order=desc
DE Volksbank | packages/ynap-parsers/src/de/volksbank-eg/test-data/Umsaetze_test_2019.06.19.csv:13 | ; | DD.MM.YYYY | , | B V own P code K code bic T R U A X | out=S in=H enc=windows-1252 order=desc
PL mBank operations | packages/ynap-parsers/src/pl/mbank/test-data/operations_190710_191010_201910100004038185.csv:28 | ; | YYYY-MM-DD | , | B T own cat A S | behind=+PLN group=+ enc=windows-1250 trail order=desc
SE Swedbank, all accounts | packages/ynap-parsers/src/se/sparbanken-tanum/2019/test-data/Transaktioner_2019-10-12_14-57-29.csv:2 | , | YYYY-MM-DD | . | cnt code own const U B V V P T A S | enc=windows-1252 order=desc
MX BBVA | packages/ynap-parsers/src/mx/bbva-bancomer/bbva-bancomer.spec.ts = DATE;DESCRIPTION;OUTFLOW;INFLOW;BALANCE | tab | D/M/YYYY | . | B T D C S | enc=utf-16le group=, before=2 after=2 order=desc
GB Aqua card | packages/ynap-parsers/src/uk/aqua/test-data/transactions.csv:1 | , | DD/MM/YYYY | . | B T A | sign=inverted order=desc
GB Marcus | packages/ynap-parsers/src/uk/marcus/test-data/Transactions+[Account+Number]+2019-06-12+13_40.csv:1 | , | YYYYMMDD | . | B T A S own O | order=desc
SE Sparbanken Tanum 2018 | packages/ynap-parsers/src/se/sparbanken-tanum/2018/test-data/export.csv = - | ; | YYYY-MM-DD | , | T B V A S | order=desc
`,
  'nblock/ofxstatement-austrian': `
AT ING-DiBa | src/ofxstatement/plugins/tests/samples/ing-diba.csv:1 | ; | DD.MM.YYYY | , | O T B U D C | zero enc=windows-1252 order=desc
AT Livebank | src/ofxstatement/plugins/tests/samples/livebank.csv:1 | ; | YYYY-MM-DD | , | O code B V time nil U A type T | enc=windows-1252 order=desc
AT Oberbank | src/ofxstatement/plugins/tests/samples/oberbank.csv:1 | ; | DD.MM.YYYY | , | B V A U Q nil nil P nil nil type T | enc=windows-1252 order=desc
AT easybank giro | src/ofxstatement/plugins/tests/samples/easybank-giro.csv = - | ; | DD.MM.YYYY | , | O T B V A U | plus enc=windows-1252 order=desc
AT easybank Visa | src/ofxstatement/plugins/tests/samples/easybank-creditcard.csv = - | ; | DD.MM.YYYY | , | O T B V A U | plus order=desc
AT Raiffeisen | src/ofxstatement/plugins/tests/samples/raiffeisen.csv = - | ; | DD.MM.YYYY | , | B T V A U nil | enc=windows-1252 trail order=desc
`,
  'sercxanto/go-homebank-csv': `
DE Volksbank 2023 | pkg/parser/testfiles/volksbank/Umsaetze_DE12345678901234567890_2023.10.04.csv:1 | ; | DD.MM.YYYY | , | own O bic own B V P K bic type T A U S nil nil code R | order=desc
DE DKB 2024 | pkg/parser/testfiles/dkb/dkb.csv:5 | ; | DD.MM.YY | , | B V Z Q P T type K A code R R | status=Gebucht order=desc
IT MoneyWallet | pkg/parser/testfiles/moneywallet/MoneyWallet_export_1.csv:1 | , | YYYY-MM-DD HH:mm:ss | , | own U cat B A T | order=desc
FR HomeBank | pkg/parser/testfiles/barclaycard/Umsaetze.csv:1 | ; | DD-MM-YYYY | . | B code R P T A cat nil | order=desc
`,
  'gpaulissen/ofxstatement-dutch': `
NL Knab | tests/samples/Knab_transactieoverzicht_no_lines.csv:2 | ; | DD-MM-YYYY | , | O V U X A K P V type T type code code city R B nil | out=D in=C order=desc
NL ING | tests/samples/ing_fail.csv:1 | , | YYYYMMDD | , | B P O K code X A type T | out=Af in=Bij order=desc
NL ING 2020 | tests/samples/ing_ok_Mutatiesoort_Extra.csv:1 | ; | YYYYMMDD | , | B P O K code X A type T nil | out=Af in=Bij order=desc
NL DEGIRO | tests/samples/Account_20190101_20200317.csv:1 | , | DD-MM-YYYY | , | B time V own code T nil U A fc S nil | order=desc
NL ASN | tests/samples/transactie-historie_NL00ASNB9999999999_20220717204133.csv = - | , | DD-MM-YYYY | . | B O K P nil nil nil fc nil U A V V code type code nil T code | order=desc
`,
  'gerasiov/ofxstatement-russian': `
RU Альфа-Банк | src/ofxstatement/plugins/tests/samples/alfabank.csv:1 | ; | DD.MM.YY | , | own O U B R T C D | zero enc=windows-1251 trail order=desc
RU Сбербанк | src/ofxstatement/plugins/tests/samples/sberbank.csv:1 | ; | DD.MM.YYYY | , | const code V B code mcc city city T nil nil A | trail order=desc
RU ВТБ | src/ofxstatement/plugins/tests/samples/vtb.csv:12 | ; | YYYY-MM-DD | , | code V B fa fc A U T Z | status=Исполнено enc=windows-1251 group=+ order=desc
`,
  'kedder/ofxstatement-lithuanian': `
LT Swedbank | src/ofxstatement/plugins/tests/samples/swedbank.csv:1 | , | YYYY-MM-DD | . | O code B P T A U X I type R nil nil nil nil nil | out=D in=K trail order=asc
`,
  'kedder/ofxstatement-transferwise': `
GB Wise statement | tests/sample-statement.csv:1 | , | DD-MM-YYYY | . | R B V A U T R S nil nil nil nil P K nil code own nil nil nil X nil | sign=both out=DEBIT in=CREDIT order=desc
`,
  'mlaitinen/ofxstatement-revolut': `
GB Revolut | tests/samples/2021-october.csv:1 | , | YYYY-MM-DD HH:mm:ss | . | type const V B T A F U Z S | status=COMPLETED order=desc
`,
  'lorenzogiudici5/ofxstatement-bancoposta': `
IT BancoPosta | tests/samples/bancoposta.csv:1 | ; | DD/MM/YY | , | B V D C T | group=. order=asc
`,
  'lorenzogiudici5/ofxstatement-hype': `
IT Hype | src/ofxstatement/plugins/hype.py = Data Operazione,Data Contabile,Tipologia,Nome,Descrizione,Importo | , | DD/MM/YYYY | , | V B type P T A | order=desc
`,
  'supernelis/ofxstatement-be-fintro': `
BE Fintro | src/tests/sample.csv:1 | ; | DD/MM/YYYY | , | I B V A U T O | order=desc
`,
  'omarkohl/ofxstatement-sparkasse-freiburg': `
DE Sparkasse CAMT | tests/data/simple1.csv:1 | ; | DD.MM.YY | , | O B V type T code R R nil nil nil P K bic A U Z | status=Umsatz+gebucht enc=windows-1252 order=desc
`,
  'fabolhak/ofxstatement-de-ing': `
DE ING with balance 2018 | test/test_with_saldo_1.csv:15 | ; | DD.MM.YYYY | , | B V P type T S fc A U | enc=windows-1252 order=desc
DE ING 2018 | test/test_without_saldo_1.csv:14 | ; | DD.MM.YYYY | , | B V P type T A U | enc=windows-1252 order=desc
`,
  'BIZ4Africa/ofxstatement-cd-tmb': `
CD TMB 2023 | src/ofxstatement_cd_tmb/examples/231231.csv:1 | , | DD MMM YYYY | . | R T B V C D S | behind=USD order=desc
`,
  'Holzhaus/ofxstatement-spardabank': `
DE Sparda-Bank | tests/umsaetze-1234567-2024-02-13-12-00-00.csv:11 | ; | DD.MM.YYYY | , | B V T A U | trail enc=windows-1252 group=. order=asc
`,
  'Metasaura/ofxstatement-lloyds': `
GB Lloyds | tests/sample-statement.csv:1 | , | DD/MM/YYYY | . | B type code O T D C S nil | order=desc
`,
  'c-vigo/beancount-importers': `
CH ZKB | tests/zkb/ZKB_Sample.csv:1 | ; | DD.MM.YYYY | . | B T nil nil R nil D C V S T T | order=asc
LV Mintos | tests/mintos/Mintos_Sample.csv:1 | , | YYYY-MM-DD | . | I V T A S B fa type T | order=asc
CH notes of a chat | tests/telegram/Telegram_Sample.csv:1 | ; | YYYY-MM-DD | . | I own V B own P T A U cat | order=asc
CH finpension | tests/finpension/FinPension_Sample.csv:1 | ; | YYYY-MM-DD | . | B type P code nil nil rate nil A S | order=desc
`,
  'rsi2m/ofxstatement-ee-swedbank': `
EE Swedbank | tests/sample-statement.csv = - | ; | DD.MM.YYYY | , | O code B P T A U X I type nil nil nil | out=D in=K order=asc
`,
  'shenki/ofxstatement-woolworthsmoney': `
AU Woolworths Money | src/ofxstatement/plugins/tests/samples/woolworthsmoney.csv:1 | , | DD MMM YYYY | . | B Z T C D | status=Processed order=desc trail
`,
  'egh/ledger-autosync': `
US PayPal 2016 | fixtures/paypal_alternate.csv:1 | , | MM/DD/YYYY | . | B time const P type Z A nil S | status=Completed trail order=desc
US Venmo | fixtures/venmo.csv:1 | , | YYYY-MM-DD | . | own I B type Z T Q P A nil const nil nil nil nil nil nil | status=Complete mark=+$ plus order=asc
`,
  'klobuczek/csv2qif': `
AU American Express | spec/data/ab7.csv:1 | , | MM/DD/YY | . | cat own code cat B text T D C | order=asc
`,
  'jbms/beancount-import': `
US HealthEquity | testdata/source/healthequity/data/1234567/cash-transactions-contribution.csv:1 | , | YYYY-MM-DD | . | B T A S | mark=$ sign=brackets group=, order=asc
US Schwab checking 2021 | testdata/source/schwab_csv/test_basic/transactions/EAC_Checking_Transactions_20201223-160009.CSV:2 | , | MM/DD/YYYY | . | B type R T D C S | mark=$ group=, order=desc
IN three columns | testdata/source/generic_importer/csv/generic_statement.csv:1 | , | YYYY-MM-DD | . | B T A | order=asc
`,
  'ananthakumaran/paisa': `
IN HDFC | fixture/import/HDFC+Account+Statement/statement.txt:2 | , | DD/MM/YY | . | B T V D C R S | zero order=asc
IN ICICI card | fixture/import/ICICI+Credit+Card+Statement/monthly.csv:5 | , | DD/MM/YYYY | . | B I T code fa A X | out= in=CR order=asc
IN Paytm | fixture/import/Paytm/statement.csv:1 | , | D/M/YYYY HH:mm | . | B type P I T D C nil Z | status=SUCCESS order=desc
`,
  'redstreet/beancount_reds_importers': `
US Discover | beancount_reds_importers/importers/discover/__init__.py = Trans. Date,Post Date,Description,Amount,Category | , | MM/DD/YYYY | . | V B T A cat | sign=inverted order=desc
US DCU | beancount_reds_importers/importers/dcu/tests/Main_Checking_Account_Transactions.csv:1 | , | MM/DD/YYYY | . | B X T A I T S | sign=both out=DEBIT in=CREDIT mark=$ group=, order=desc
US Schwab credit line | beancount_reds_importers/importers/schwab/schwab_csv_creditline.py = Date,TransactionType,CheckNumber,Description,Credits,Debits,RunningBalance | , | MM/DD/YYYY | . | B type nil T C D S | mark=$ group=, order=desc
SG Standard Chartered | beancount_reds_importers/importers/stanchart/scbbank.py = Date,Transaction,Currency,Deposit,Withdrawal,Running Balance,SGD Equivalent Balance | , | DD/MM/YYYY | . | B T U C D S S | before=4 order=desc
SG UOB SRS | beancount_reds_importers/importers/unitedoverseas/uobsrs.py = Transaction Date,Transaction Description,Withdrawal,Deposit | , | YYYYMMDD | . | B T D C | zero before=5 order=desc
`,
  'Nick-DT/ofxstatement-be-argenta': `
BE Argenta | ofxstatement/plugins/argenta.py = Rekening,Boekdatum,Valutadatum,Referentie,Beschrijving,Bedrag,Munt,Verrichtingsdatum,Rekening tegenpartij,Naam tegenpartij,Mededeling | ; | DD-MM-YYYY | , | O B V I type A U V K P T | order=desc
BE Argenta, French | ofxstatement/plugins/argenta.py = Compte,Date comptable,Date valeu,Référence,Description,Montant,Devise,Date de la transaction,Compte de la contrepartie,Nom de la contrepartie,Communication | ; | DD-MM-YYYY | , | O B V I type A U V K P T | order=desc
`,
  'Nick-DT/ofxstatement-be-cbc': `
BE CBC | src/ofxstatement/plugins/cbcbe.py = Numéro de compte,Nom de la rubrique,Nom,Devise,Numéro de l'extrait,Date,Description,Valeur,Montant,Solde,crédit,débit,numéro de compte contrepartie,BIC contrepartie,Nom contrepartie,Adresse contrepartie,communication structurée,Communication libre | ; | DD/MM/YYYY | , | O nil own U code B T V A S C D K bic P city R T | debit=negative order=desc
`,
  'renardeau/ofxstatement-be-belfius': `
BE Belfius | src/ofxstatement/plugins/belfius.py = Rekening;Boekingsdatum;Afschriftnummer;Transactienummer;Rekening tegenpartij;Naam tegenpartij bevat;Straat en nummer;Postcode en plaats;Transactie;Valutadatum;Bedrag;Devies;BIC;Landcode;Mededelingen | ; | DD/MM/YYYY | , | O B code cnt K P text city T V A U bic code T | before=12 enc=windows-1252 order=desc
`,
  'archont00/ofxstatement-unicreditcz': `
CZ UniCredit 2017 | src/ofxstatement/plugins/unicreditcz17.py = Účet;Částka;Měna;Datum zaúčtování;Valuta;Banka;Název banky;Název banky;Číslo účtu;Název účtu;Adresa;Adresa;Adresa;Detaily transakce;Detaily transakce;Detaily transakce;Detaily transakce;Detaily transakce;Detaily transakce;Konstatní kód;Variabilní kód;Specifický kód;Platební titul;Reference;Status | ; | YYYY-MM-DD | , | O A U B V code own nil K P city nil nil type T nil nil nil nil code code code nil I Z | status=Zaúčtovaná before=3 order=desc
`,
  'gerasiov/ofxstatement-paypal': `
GB PayPal 2015 | ofxstatement/plugins/paypal.py = Date,Time,Time Zone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,To Email Address,Transaction ID,Counterparty Status,Address Status,Item Title,Item ID,Shipping and Handling Amount,Insurance Amount,Sales Tax,Option 1 Name,Option 1 Value,Option 2 Name,Option 2 Value,Auction Site,Buyer ID,Item URL,Closing Date,Escrow Id,Invoice Id,Reference Txn ID,Invoice Number,Custom Number,Receipt ID,Balance,Address Line 1,Address Line 2/District/Neighborhood,Town/City,State/Province/Region/County/Territory/Prefecture/Republic,Zip/Postal Code,Country,Contact Phone Number | , | YYYY/MM/DD | . | B time const P type Z U fa nil A mail mail I flag nil T nil nil nil nil nil nil nil nil nil nil nil nil nil nil nil nil nil nil S nil nil nil nil nil nil nil | status=Completed order=desc
`,
  'simonmichael/hledger': `
US Tiller | examples/csv/other/tiller.csv.rules:3 | , | M/D/YYYY | . | B P T T A cat own own code nil V V I V nil nil | mark=$ order=desc
US Mint of hledger | examples/csv/apps/mint.csv.rules:7 | , | M/D/YYYY | . | B P T A X cat own nil nil | out=debit in=credit order=desc
US YNAB register | examples/csv/apps/ynab-web-register.csv.rules:5 | , | DD.MM.YYYY | . | own nil B P cat cat cat T D C flag | zero order=desc
US YNAB 4 register | examples/csv/apps/ynab-personal-register.csv.rules:5 | , | DD/MM/YYYY | . | own nil nil B P cat cat cat T D C flag S | zero order=asc
US Simple | examples/csv/banking/simple.csv.rules:1 | , | YYYY/MM/DD | . | B V nil A type flag T P cat cat city city city code nil nil nil | order=desc
GB Monzo 2024 | examples/csv/banking/monzo.csv.rules:1 | , | DD/MM/YYYY | . | I B time type P nil cat A U fa fc nil city nil T nil D C S fc | debit=negative order=asc
US PayPal 2018 | examples/csv/other/paypal-custom.csv.rules:13 | , | M/D/YYYY | . | B time const P type Z U fa nil A mail mail I nil nil nil nil S nil | status=Completed order=asc
US Western | examples/csv/banking/western-checking.csv.rules:3 | , | M/D/YYYY | . | own B A S cat T nil nil | order=desc
`,
  'Amit49/Bank-Statement-to-csv-form': `
IN Axis Bank | All_Bank_Header_List.md = Tran Date,Chq No,Particulars,Debit,Credit,Balance,Init. br | , | DD-MM-YYYY | . | B R T D C S code
IN Bank of Baroda | All_Bank_Header_List.md = S.No,Date,Description,Cheque No,Debit,Credit,Balance,Value Date | , | DD-MM-YYYY | . | cnt B T R D C S V
IN Bank of Baroda, serial numbers | All_Bank_Header_List.md = Serial No,Transaction Date,Value Date,Description,Cheque Number,Debit,Credit,Balance | , | DD/MM/YYYY | . | cnt B V T R D C S
IN Bank of Baroda, four columns | All_Bank_Header_List.md = Date,Description,Amount,Type | , | DD-MM-YYYY | . | B T A X | out=DR in=CR
IN HDFC 2023 | All_Bank_Header_List.md = Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance | , | DD/MM/YY | . | B T R V D C S | order=asc
IN ICICI account | All_Bank_Header_List.md = Sr No,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Debit Amount,Credit Amount,Balance(INR) | , | DD/MM/YYYY | . | cnt V B R T D C S | zero
IN IDBI | All_Bank_Header_List.md = Date,Particulars,Chq. no,Withdrawals,Deposits,Balance | , | DD/MM/YYYY | . | B T R D C S | group=,
IN Kotak | All_Bank_Header_List.md = Date,Narration,Chq/Ref No.,Withdrawal (Dr),Deposit (Cr),Balance | , | DD-MM-YYYY | . | B T R D C S | group=,
IN Kotak, one column of amounts | All_Bank_Header_List.md = Date,Narration,Chq/Ref No,Withdrawal (Dr)/Deposit (Cr),Balance | , | DD-MM-YYYY | . | B T R A S | sign=suffix out=(Dr) in=(Cr) group=,
IN Kotak, marked amounts | All_Bank_Header_List.md = Sl.No.,Date,Description,Chq / Ref number,Amount,Dr / Cr,Balance,Dr / Cr | , | DD-MM-YYYY | . | cnt B T R A X S bdir | out=DR in=CR group=,
IN Paytm Bank | All_Bank_Header_List.md = DATE & TIME,TRANSACTION DETAILS,AMOUNT,AVAILABLE BALANCE | , | DD MMM YYYY HH:mm | . | B T A S | plus
IN State Bank | All_Bank_Header_List.md = Txn Date,Value Date,Description,Ref No./Cheque,No.Branch Code,Debit,Credit,Balance | , | D MMM YYYY | . | B V T R code D C S | group=,
IN Surat People's | All_Bank_Header_List.md = Date,Particulars,Withdrawal,Deposit,Balance | , | DD/MM/YYYY | . | B T D C S | zero
IN Union Bank | All_Bank_Header_List.md = Tran Id,Tran Date,Remarks,Amount (Rs.),Balance (Rs.) | , | DD/MM/YYYY | . | I B T A S | sign=suffix out=+(Dr) in=+(Cr)
IN Varachha Bank | All_Bank_Header_List.md = TRN. Date,Value Date,Narration,Chq/Ref.No,Debit,Credit,Closing Bal | , | DD-MM-YYYY | . | B V T R D C S
`,
  'nicolettas-muggelbude/RechnungsFee': `
DE Commerzbank 2026 | docs/testdaten/commerzbank-test.csv:1 | ; | DD.MM.YYYY | , | B V type P K bic A U T | group=.
DE Commerzbank with categories | vorlagen/bank-csv/commerzbank.csv:1 | ; | DD.MM.YYYY | , | B V type T A U O cat | order=desc
DE DKB 2026 | docs/testdaten/dkb-test.csv:1 | ; | DD.MM.YYYY | , | B V Z Q P T code R K A | status=Gebucht group=.
DE ING 2026 | docs/testdaten/ing-test.csv:14 | ; | DD.MM.YYYY | , | B V P type T A code R K | enc=windows-1252 order=desc
DE Sparkasse CAMT 2026 | docs/testdaten/sparkasse-camt-test.csv:1 | ; | DD.MM.YY | , | O B V type T P K bic A code R
DE Sparkasse MT940 2026 | docs/testdaten/sparkasse-mt940-test.csv:1 | ; | DD.MM.YY | , | O B V type T P K code A code R R | enc=windows-1252
DE Volksbank 2026 | docs/testdaten/volksbank-test.csv:1 | ; | DD.MM.YYYY | , | B V P T K bic A code R R | group=.
DE PayPal 2026 | docs/testdaten/paypal-test.csv:1 | , | DD.MM.YYYY | , | B time const P type Z U fa nil A mail mail I T T nil S flag | status=Abgeschlossen
DE Postbank 2026 | vorlagen/bank-csv/postbank.csv:8 | ; | D.M.YYYY | , | B V type P T K bic R R code nil A nil nil nil D C U | debit=negative order=desc
DE Targobank | vorlagen/bank-csv/targobank-duesseldorf.csv = - | ; | DD.MM.YYYY | , | B T A nil nil nil O | order=desc
`,
  'piontec/bank2qif': `
PL Inteligo | Bank2Qif/src/Converters/Inteligo/InteligoCsvToQif.cs:11 | , | YYYY-MM-DD | . | I B V type A U S K P T | order=desc
PL Idea Bank | Bank2Qif/src/Converters/IdeaBank/IdeaBankCsvToQif.cs:12 | ; | YYYYMMDD | , | V B nil nil Q city city nil nil A U rate fa nil K nil P city city nil nil T nil type I | order=desc
PL Bank Smart | Bank2Qif/src/Converters/BankSmart/BankSmartCsvToQif.cs:12 | , | YYYY-MM-DD | . | V B P T A own own S | behind=+PLN order=desc
PL Alior Kantor | Bank2Qif/src/Converters/AliorKantor/AliorKantorCsvToQif.cs:11 | ; | DD-MM-YYYY | , | B V T A U S | order=desc
`,
  'kirillstrelkov/csv2qif': `
EE Swedbank, English | tests/public/data/bank_a_2016.csv:1 | ; | DD.MM.YYYY | , | O code B P T A U X I type R nil | out=D in=K order=asc
DE Commerzbank, English | tests/public/data/bank_b_2019.csv:1 | , | DD.MM.YYYY | . | B V type T A U own code O cat | order=desc
`,
  'pownas/Privatekonomi': `
SE ICA Banken | docs/Kravspecifikation_CSV_Import.md:71 | ; | YYYY-MM-DD | , | B A T S | order=desc
`,
  'vergi40/vergiFinance': `
FI S-Pankki | vergiFinance/BankTransactions/SPankkiMapper.cs = Kirjauspäivä;Maksupäivä;Summa;Tapahtumalaji;Maksaja;Saajan nimi;Saajan tilinumero;Saajan BIC-tunnus;Viitenumero | ; | DD.MM.YYYY | , | B V A type Q P K bic R | plus
FI Nordea 2023 | vergiFinance/BankTransactions/NordeaMapper.cs = Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Viitenumero | ; | YYYY/MM/DD | , | B A code code P T R | order=desc
FI Nordea 2022 | vergiFinance/BankTransactions/NordeaOldMapper.cs = Kirjauspäivä;Arvopäivä;Maksupäivä;Määrä;Saaja/Maksaja;Tilinumero;BIC;Tapahtuma;Viite;Maksajan viite;Viesti | tab | DD.MM.YYYY | , | B V V A P K bic type R R T | order=asc
FI OP | vergiFinance/BankTransactions/OpMapper.cs = Kirjauspäivä;Arvopäivä;Määrä EUROA;Laji;Selitys;Saaja/Maksaja;Saajan tilinumero ja pankin BIC;Viite | ; | YYYY-MM-DD | , | B V A code type P code R | plus
`,
  'syuya2036/bank-csv-grid': `
JP GMOあおぞら | src/converters/gmo.ts = 取引日,摘要,入金金額,出金金額,残高,メモ | , | YYYYMMDD | . | B T C D S nil | whole
JP みずほ | src/converters/mizuho-bizweb.ts = 勘定日,摘要,入金（円）,出金（円）,残高（円）,金融機関名,支店名,取引区分,明細区分 | , | YYYY/MM/DD | . | B T C D S own city type flag | whole enc=shift_jis
JP 住信SBI | src/converters/sbi.ts = 取引日,内容,入金金額(円),出金金額(円),残高(円) | , | YYYY/MM/DD | . | B T C D S | whole group=, enc=shift_jis order=desc
`,
};
