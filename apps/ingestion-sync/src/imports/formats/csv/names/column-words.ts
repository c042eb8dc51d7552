/**
 * The meanings of column names. Beside the kinds of a reading: `date` (of any kind), `purchase_date`, `original_amount`
 * and `original_currency` (before the exchange), `part` (tax, tip, points, rates: never the movement), `kind` (of
 * payment), `other` (not read).
 */
export type NamedKind =
  | 'booking_date'
  | 'purchase_date'
  | 'value_date'
  | 'date'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'original_amount'
  | 'balance'
  | 'fee'
  | 'part'
  | 'direction'
  | 'currency'
  | 'original_currency'
  | 'payee'
  | 'payer'
  | 'counterparty_account'
  | 'description'
  | 'kind'
  | 'reference'
  | 'bank_id'
  | 'status'
  | 'account'
  | 'other';

/**
 * Words and phrases by kind, one line for each family of languages: English; German, Dutch; French, Spanish, Italian,
 * Portuguese, Romanian; Danish, Norwegian, Swedish, Finnish; Polish, Czech, Slovak, Hungarian; Greek, Turkish; Russian,
 * Ukrainian; Japanese, Chinese, Korean; Indonesian. A phrase matches the name or whole words of it, and with `*` the
 * beginning of a word. Accents and capitals are ignored.
 */
export const COLUMN_WORDS: Readonly<Record<NamedKind, string>> = {
  booking_date: `booking date|booked date|booked|booked at|booked on|posted date|posting date|post date|date posted|posted|posted on
    |completed date|date completed|transaction completed date|finished on|process date
    |processed date|effective date|entry date|clearing date|date booked|accounting date
    |buchungstag|buchung|buchungsdatum|buchungstermin|buchung am|verbucht|verbuchungsdatum|datum verrekening|verrekeningsdatum
    |boekdatum|boekingsdatum|datum boeking
    |date de comptabilisation|date comptable|date de comptable|date de comptabilite|dateop|fecha contable|fecha de contabilizacion|fecha f contable|f contable
    |data contabile|data registrazione|data de lancamento|data lancamento|data do lancamento|data mov|data movimento|data inregistrarii|data contabila|data procesarii
    |bogforingsdato|bogført|bogforingsdag|bokfort dato|bokfort|bokforingsdato|bokforingsdag|bokforingsdatum|bokfort datum|reskontradatum|kirjauspaiva|kirjauspvm|kirjauspaivamaara
    |data ksiegowania|data zaksiegowania|datum zauctovani|datum uctovani|zauctovano|datum zauctovania|datum uctovania|zauctovane|konyveles datuma|konyvelesi datum|konyveles napja|konyveles
    |ημερομηνια λογιστικης|ημ νια λογιστικης|ημερομηνια κινησης|muhasebe tarihi|isleme tarihi|kayit tarihi
    |дата проводки|дата списания|дата обработки|дата зачисления|дата проведення|дата обробки
    |記帳日|记账日|起算日期|入账日期|入帳日期|记账日期|記帳日期|入帳日|入账日|過帳日|交易成功时间|付款时间|支付时间|交易完成时间|完成时间|거래확정일|tanggal pembukuan|tanggal posting|tgl pembukuan`,
  purchase_date: `transaction date|trans date|txn date|tran date|purchase date|date of transaction|started date|created on|created at|date created|creation date|order date|date ordered|ordered on|authorised on|authorized on|date of purchase
    |umsatzdatum|transaktionsdatum|kaufdatum|belegdatum|einkaufsdatum|transactiedatum|aankoopdatum|datum verrichting|abschlussdatum
    |date d achat|date de la transaction|date transaction|date operation|date de l operation|date d operation|fecha operacion|fecha de operacion|f operacion|fecha de la operacion|fecha de transaccion|fecha transaccion|fecha de compra|fecha oper
    |data operazione|data transazione|data acquisto|data operacao|data de operacao|data da transacao|data da compra|data tranzactiei|data tranzactie|data operatiunii
    |transaktionsdag|transaktionsdatum|kobsdato|kjopsdato|inkopsdatum|transaksjonsdato|ostopaiva|tapahtumapaiva|maksupaiva
    |data operacji|data transakcji|datum transakce|datum provedeni|datum operace|datum transakcie|datum vykonania|tranzakcio datuma|tranzakcio idopontja|vasarlas datuma
    |ημερομηνια συναλλαγης|ημ νια συναλλαγης|islem tarihi|alisveris tarihi
    |дата операции|дата транзакции|дата совершения|дата покупки|дата операції|дата транзакції
    |ご利用日|利用日|取引日|お取引日|取扱日|お取扱日|交易日期|交易日|消费日期|消費日|消費日期|交易时间|交易時間|交易创建时间|创建时间|创建日期|下单时间|订单创建时间|建立時間|거래일자|거래일|이용일|이용일자|거래일시|tanggal transaksi|tgl transaksi|tanggal trx`,
  value_date: `settlement date|settled|settled date|value date|date value|value dated|interest date|valuta|valutadatum|wertstellung|wertstellungstag|wertstellungsdatum|wert|rentedatum|valutadag
    |date valeur|date de valeur|dateval|valeur|fecha valor|f valor|fecha de valor|data valuta|data valor|data de valor|data val|data valutei
    |valor|valordato|valor dato|rentedato|valuteringsdag|valutadato|rantedag|arvopaiva|arvopvm
    |data waluty|data rozliczenia|datum valuty|valuta datum|datum splatnosti|valutny datum|erteknap|ertek nap|ertek datuma
    |ημερομηνια αξιας|ημ νια αξιας|τοκοφορα|valor tarihi|valor|дата валютирования|дата валютування|дата платежа|дата платежу
    |起息日|起算日|計息日|valuta tanggal|tanggal valuta|tanggal efektif`,
  date: `date*|datetime|day|when|created|timestamp|time stamp|datum*|tag|dag|zeitpunkt|fecha*|data|giorno|dia|zi|ziua|dato|pvm|paivamaara|paiva|dzien|den|dátum*|nap|ημερομηνια*|ημ νια|tarih*|gun|дата*|день|日付|日期|年月日|日時|取引日時|時間|날짜|일자|일시|거래일시|tanggal*|tgl*|waktu`,
  amount: `amount*|amt|sum|net|net amount|value|total|transaction amount|billing amount|billed amount|amount billed|amount in account currency|account currency amount|gross|movement
    |kwota w walucie rachunku|castka v mene uctu|suma v mene uctu|betrag in kontowahrung|bedrag in rekeningvaluta|montant en devise du compte|importe en moneda de la cuenta|importo in valuta conto|сумма в валюте счета|сумма платежа|сума у валюті рахунку|入账金额|入帳金額|記帳金額
    |betrag*|netto|nettobetrag|netto betrag|brutto|bruttobetrag|net amount|gross amount|umsatz|umsatzbetrag|buchungsbetrag|wert|summe|bedrag|transactiebedrag|somme|montant*|importe*|cantidad|monto*|valor*|importo*|ammontare|montante|quantia|suma*|movimiento*
    |belob*|belop*|maara|summa|rahamaara|kwota*|castka*|objem|suma|ciastka|osszeg*|tranzakcio osszege|forgalom osszege
    |ποσο*|tutar*|miktar*|сумма*|сума*|金額*|ご利用金額|利用金額|金额*|交易金额|交易金額|發生額|发生额|收支金额|금액|거래금액|이용금액|jumlah*|nominal*|mutasi|nilai`,
  debit: `debit*|withdrawal*|withdrawn|paid out|money out|outflow|outgoing|out|expense|expenses|spent|spending|charges|payments out|amount out|debited|dr|dr amount|payment out|cash out
    |soll|belastung*|lastschrift*|ausgang|ausgange|auszahlung*|ausgabe*|abgang|af|uit|afschrijving*|uitgave*|afgeschreven|debet*
    |depense*|sortie*|retrait*|debiteur|cargo*|adeudo*|gasto*|egreso*|salida*|retiro*|debito*|uscita|uscite|addebit*|dare|prelievi|spese|saida*|despesa*|levantamento*|debitare|plati|iesiri|retrageri
    |ud|udgift*|haevet|ut|uttag*|utgift*|utgaende|ut fra konto|ut av konto|belastet|otto|otot|menot|veloitus*|pano ulos|debet
    |obciazeni*|wydatki|wydatek|wydano|wyplyw*|wyplat*|odchozi|vydaj*|vydej*|ma dati|na tarchu|odchadzajuc*|terheles*|kiadas*|kifizetes*|kimeno|levonas*
    |χρεωση*|χρεωσεις|αναληψ*|εξοδα|borc*|giden*|cikan*|cikis|gider*|harcama*|odenen
    |расход*|списан*|дебет*|списание|видат*|витрат*|дебет|списано|снято
    |お引出し*|引出*|お引き出し*|お支払*|支払*|出金*|支出*|取出金額|出金额|借方*|提款*|支取*|轉出|转出|付款金額|출금*|지출*|찾으신금액|보낸금액|차변|debet*|pengeluaran|keluar|uang keluar|penarikan|tarik`,
  credit: `credit*|deposit*|paid in|money in|inflow|incoming|in|income|received|payments in|amount in|credited|cr|cr amount|payment in|cash in|receipts
    |haben|gutschrift*|eingang|eingange|einzahlung*|einnahme*|zugang|bij|in|bijschrijving*|inkomsten|bijgeschreven
    |recette*|entree*|depot*|versement*|crediteur|abono*|ingreso*|haber|deposito*|credito*|entrata|entrate|accredit*|avere|versamenti|entrada*|receita*|creditare|incasari|intrari|depuneri
    |ind|indtaegt*|indsat|inn|insattning*|inkomst*|inkommande|inn pa konto|inn til konto|godskrevet|godskrivet|pano|panot|tulot|hyvitys*|talletus*|kredit*
    |uznani*|wplyw*|wplat*|przychod*|wplacono|prichozi|prijm*|prijem*|dal|pripsan*|prichadzajuc*|jovairas*|bevetel*|befizetes*|bejovo
    |πιστωση*|πιστωσεις|καταθεσ*|εσοδα|alacak*|gelen*|giren*|giris|gelir*|yatan
    |приход*|поступлен*|зачислен*|кредит*|пополнен*|доход*|надходжен*|зарахован*|прибут*|дохід
    |お預入れ*|預入*|お預け入れ*|お預り*|入金*|収入*|存入*|收入*|貸方*|贷方*|存款*|轉入|转入|입금*|수입*|맡기신금액|받은금액|대변|kredit*|pemasukan|masuk|uang masuk|setoran|setor`,
  original_amount: `original amount|foreign*|local amount|local currency amount|amount in original currency|original currency amount|original value|amount in foreign currency|transaction currency amount|source currency amount|target amount|billing amount original|fx amount|amount original|counter value|purchase amount
    |originalbetrag*|betrag in fremdwahrung|fremdwahrung*|auslandsbetrag|ursprungsbetrag|urspruenglicher betrag|betrag ursprungswahrung|transaktionsbetrag original|oorspronkelijk*|vreemde valuta|bedrag vreemde valuta
    |montant d origine|montant origine|montant original|montant en devise|montant devise|importe original|importe en divisa|importe divisa|importe origen|importo originale|importo in divisa|importo in valuta|controvalore|valor original|montante original|valor na moeda original|suma originala
    |oprindeligt belob|oprindelig*|opprinnelig*|originalbelopp|ursprungligt belopp|utlandsk*|utenlandsk*|belopp i utlandsk valuta|alkuperain*
    |kwota w walucie transakcji|kwota platnosci w walucie|kwota oryginalna|kwota w walucie|kwota transakcji w walucie|puvodni castka|originalni castka|castka v mene transakce|povodna suma|povodna ciastka|originalna*|eredeti osszeg|eredeti*
    |αρχικο ποσο|orijinal tutar|yabanci para|doviz tutari|сумма в валюте операции|сумма операции|сумма в валюте|исходная сумма|сума в валюті*|сума операції
    |現地通貨額|外貨金額|現地金額|外币金额|外幣金額|原币金额|原幣金額|현지금액|외화금액|jumlah asli|nominal asli`,
  balance: `balance*|running balance|running bal|running total|bal|account balance|balance after transaction|resulting balance|resultingbalance|ledger balance|closing balance|current balance|available*|remaining|ending balance|beginning balance
    |saldo*|kontostand*|guthaben|saldo nach buchung|endsaldo|banksaldo|stand|saldo na mutatie|saldo na trn
    |solde*|saldo disponible|disponible|saldo contabile|disponibile|sold|sold final|sold contabil|soldul
    |saldo|bokfort saldo|behallning|beholdning|kontosaldo|disponibelt*|ovrig saldo|tilin saldo|saldo po operacji
    |stan konta|saldo po transakcji|zustatek*|zostatok*|stav uctu|egyenleg*|konyvelt egyenleg
    |υπολοιπο*|bakiye*|kalan|остаток*|баланс*|залишок*|残高*|差引残高|お預り残高|余额*|餘額*|結餘|结余|账户余额|帳戶餘額|잔액*|거래후잔액|saldo akhir|sisa saldo`,
  fee: `fee|fees|transaction fee|transaction fees|commission|commissions|service fee|source fee amount|target fee amount|amount fee|fee amount|bank fee|processing fee|fees amount|total fees
    |gebuhr|gebuhren|entgelt|gebuehr|gebuehren|entgelt|entgelte|spesen|provision|kosten|transactiekosten|bankkosten
    |frais|commissions bancaires|frais bancaires|comision|comisiones|commissione|commissioni|spese commissioni|comissao|comissoes|tarifa|tarifas|taxa bancaria|comisioane
    |gebyr|gebyrer|avgift|avgifter|kurtage|palkkio|palkkiot|kulut|palvelumaksu
    |prowizja|prowizje|oplata|oplaty|poplatek|poplatky|dij|jutalek|koltseg|kezelesi dij|προμηθεια|προμηθειες|εξοδα συναλλαγης|komisyon|ucret|masraf|islem ucreti
    |комиссия|комиссии|комісія|комісії|手数料|手續費|手续费|수수료|biaya|biaya admin|biaya transaksi`,
  part: `tax|vat|gst|tip|tips|rate|exchange rate|tax rate|fx rate|points|reward*|cashback|miles|quantity|qty|units|shares|price|unit price|principal|interest|amount detail|detail amount|conversion charge|exchange fee|limit|budget|split|roundup|round up|discount|hold|holds|hold amount|held amount|blocked amount|amount blocked|amount on hold|reserved amount|authorised amount|authorized amount
    |steuer*|mwst|ust|mehrwertsteuer|vorgemerkter betrag|gesperrter betrag|gereserveerd bedrag|kurs|wechselkurs|umrechnungskurs|devisenkurs|punkte|bonuspunkte|menge|anzahl*|stuck|stueck|stuckzahl|betrag detail|fremde gebuhren|zinsen|preis|rabatt|wisselkoers|koers|btw|aantal|punten
    |taxe|tva|taux*|cours|quantite|points fidelite|impuesto|iva|tipo de cambio|cambio|puntos|tasa|imposta|tasso*|cambio|punti|quantita|imposto|taxa de cambio|cotacao|pontos|curs*|curs valutar|puncte
    |moms|kurs|valutakurs|vekslingskurs|point|antal|poeng|poang|vaihtokurssi|kurssi|pisteet|alv
    |podatek|kurs*|kurs wymiany|kwota blokady*|zwolnienie blokady|blokada|blokady|blokovana castka|rezervovana castka|zarolt osszeg|punkty|ilosc|dan|dph|kurz*|smenny kurz|body|mnozstvi|ado|afa|arfolyam*|pontok
    |φπα|ισοτιμια|ποντοι|kdv|vergi|kur|doviz kuru|puan|налог|ндс|курс*|баллы|бонусы|кэшбэк|кешбек|пдв|бали
    |税|消費税|為替レート|換算レート|ポイント|汇率|匯率|积分|積分|税额|환율|포인트|적립|할인|kurs|pajak|poin`,
  direction: `direction|debit credit|credit debit|debit credit indicator|credit debit indicator|dc|d c|cd|c d|dr cr|cr dr|db cr|debit or credit|indicator|balance impact|in out|sign|transaction sign|debit credit code|flow
    |soll haben|s h|sh|soll haben kennzeichen|vorzeichen|kennzeichen|umsatz soll haben|af bij|bij af|debet credit|d k
    |sens|debit credit|debe haber|cargo abono|signo|dare avere|segno|debito credito|d c|sinal|sens operatiune
    |debet kredit|ind ud|inn ut|strana|typ pohybu|smer|kierunek|strona|irany|terheles jovairas|bevetel kiadas|kreditny debetny
    |χρεωση πιστωση|χ π|borc alacak|b a|giris cikis|приход расход|дебет кредит|дебет кредет|д к|тип операции дк
    |入出金|入出金区分|収支|収支区分|取引区分|借貸|借贷|借贷标志|借貸別|收支|收 支|입출금|입출금구분|거래구분|구분|debet kredit|db kr|jenis mutasi`,
  currency: `currency*|ccy|curr|cur|account currency|currency code|iso currency|billing currency|source currency
    |wahrung*|waehrung*|whg|kontowahrung|munt|muntsoort|valuta*|valutacode|devise*|monnaie|moneda*|divisa*|moeda*|valuta*|deviza*|moneda
    |valutakode|valuutta*|valuuttakoodi|waluta*|waluta rachunku|mena*|mena uctu|devizanem*|penznem*|tranzakcio devizaneme
    |νομισμα*|doviz|doviz cinsi|para birimi|валюта*|通貨*|币种|幣別|币别|货币|貨幣|통화|화폐|mata uang`,
  original_currency: `original currency|foreign currency|local currency|transaction currency|target currency|source fee currency|target fee currency|fee currency|purchase currency
    |originalwahrung|fremdwahrung|ursprungswahrung|transaktionswahrung|devise d origine|devise originale|divisa original|divisa origen|valuta originale|moeda original|moneda originala
    |oprindelig valuta|originalvaluta|ursprungsvaluta|alkuperainen valuutta|waluta transakcji|waluta operacji|waluta oryginalna|puvodni mena|mena transakce|povodna mena|eredeti devizanem|eredeti deviza
    |αρχικο νομισμα|orijinal para birimi|валюта операции|валюта операції|現地通貨|外币币种|外幣幣別|현지통화`,
  payee: `payee*|name|merchant*|counterparty*|counter party|recipient*|beneficiary*|sender recipient|to|target name|to name|vendor|supplier|shop|store|company|customer|client|partner*|partner name|contact|other party|paid to|person|transaction partner|merchant name|op name|issuer
    |beguenstigter*|begunstigter*|auftraggeber begunstigter|auftraggeber beguenstigter|empfanger*|empfaenger*|auftraggeber empfanger|zahlungsempfanger*|zahlungsbeteiligte*|name zahlungsbeteiligter|partnername|gegenpartei|handler|haendler|geschaft|gegenseite|vorgang empfanger|beschreibung auftraggeber empfanger|naam|naam omschrijving|naam tegenpartij|tegenpartij*|naam tegenrekening|winkel|ontvanger|begunstigde
    |beneficiaire*|tiers|contrepartie|affilie|marchand|commercant|destinataire|nom|beneficiario*|ordenante beneficiario|comercio|establecimiento|destinatario*|nombre|ordinante beneficiario|beneficiario ordinante|controparte|esercente|nome|contraparte|estabelecimento|favorecido|beneficiar*|comerciant|nume|partener
    |modtager*|navn|forretning|butik|mottaker*|mottagare*|motpart*|namn|avsandare mottagare|brukersted|saaja*|saaja maksaja|saajan nimi|nimi|maksunsaaja|vastapuoli
    |kontrahent*|odbiorca*|odbiorca nadawca|nadawca odbiorca|dane kontrahenta|nazwa kontrahenta|odbiorca zleceniodawca|nazwa odbiorcy|nazev protiuctu|nazev protistrany|protistrana*|nazev uctu protistrany|obchodnik|prijemce|nazov protiuctu|nazov protistrany|prijemca|partner neve|kedvezmenyezett*|kereskedo*|ellenoldali nev|bolt
    |δικαιουχος*|αντισυμβαλλομενος|εμπορος|alici*|lehdar|karsi taraf*|isyeri|uye isyeri|получатель*|контрагент*|магазин|торговая точка|мерчант|отримувач*|одержувач*
    |お取引先|取引先*|支払先|受取人*|利用店名|ご利用店名|店名|利用先|ご利用先|加盟店名|相手先|对方户名|對方戶名|交易对方|交易對象|收款人|商户*|商店|商戶*|户名|戶名|거래처|받는분|가맹점*|가맹점명|상대방|예금주|의뢰인|내용|penerima*|nama penerima|merchant|toko|nama`,
  payer: `payer*|debtor*|sender*|from|source name|from name|remitter|paid by|originator|ordering party
    |zahlungspflichtige*|zahlungspflichtige r|auftraggeber|absender|zahler|betaler|opdrachtgever
    |ordonnateur|payeur|emetteur|donneur d ordre|ordenante|pagador|ordinante|pagante|remetente|ordonator|platitor
    |afsender|betaler|avsender|avsandare|betalare|maksaja*|maksajan nimi|nadawca*|zleceniodawca|platce|platitel|fizeto*|megbizo*
    |εντολεας|gonderen*|плательщик*|отправитель*|платник*|відправник*|振込人|依頼人|振込依頼人|付款人|汇款人|匯款人|보낸분|보내는분|의뢰인|pengirim*`,
  counterparty_account: `counterparty account*|counterparty iban|payee account*|payee account number|beneficiary account*|to account|partner iban|partner account*|counterparty number|destination account|op bank account number|counter account|sender recipient account|recipient account
    |gegenkonto*|gegenkonto iban|iban zahlungsbeteiligter|kontonummer iban|iban kontonummer|iban des auftraggebers begunstigten|iban empfanger|iban auftraggeber*|konto partner|tegenrekening*|tegenrekening iban bban|tegenrekeningnummer|rekening tegenpartij|iban tegenpartij|iban tegenrekening
    |compte contrepartie|compte beneficiaire|iban contrepartie|iban beneficiaire|cuenta contrapartida|cuenta destino|cuenta beneficiario|iban beneficiario|conto controparte|iban controparte|conta destino|iban contraparte|cont beneficiar|iban partener|cont partener
    |modkonto|modtagerkonto|til konto|fra konto|motkonto|konto mottagare|mottagarkonto|saajan tilinumero|saajan tili*|vastatili
    |rachunek kontrahenta|numer rachunku kontrahenta|nr rachunku kontrahenta|numer konta kontrahenta|rachunek nadawcy odbiorcy|na konto z konta|rachunek odbiorcy|protiucet*|cislo protiuctu|cislo uctu protistrany|protiuctu|partner szamlaszama|ellenszamla*|kedvezmenyezett szamlaszama
    |λογαριασμος δικαιουχου|karsi hesap*|alici iban|счет получателя|счет контрагента|рахунок отримувача|рахунок контрагента
    |相手口座|对方账号|對方帳號|对方账户|상대계좌*|rekening tujuan|rekening lawan`,
  description: `description*|memo*|narrative*|narration*|details*|detail|transaction details|transaction description|particulars*|note|notes|remittance information|remittance*|purpose|what|message|comment*|explanation|payment reference|statement description|extended details|additional info*|info|subject|text|item|transaction|reason|remarks|address
    |verwendungszweck*|buchungsdetails|verwendung|beschreibung*|zweck|zahlungszweck|avisierungstext|mitteilung*|notiz*|bemerkung*|hinweis|buchungsinformation*|kommentar|beschrijving|omschrijving*|mededeling*|betalingskenmerk omschrijving|toelichting|notitie*
    |libelle*|detail*|motif|informations complementaires|communication*|objet|commentaire*|concepto*|descripcion*|observacion*|mas datos|detalle*|referencia concepto|glosa|movimiento|descrizione*|causale*|dettagli*|oggetto|descricao*|descritivo|historico|movimento|detalhe*|explicatii*|descriere*|detalii*|comentariu|mesaj
    |tekst|beskrivelse*|forklaring*|besked|melding|meddelande*|beskrivning*|rubrik|notering|viesti*|selite|selitys*|otsikko|kuvaus
    |opis*|opis operacji|tytul*|tytul operacji|tytul platnosci|szczegoly*|popis*|zprava*|zprava pro prijemce|poznamka*|ucel|sprava*|sprava pre prijimatela|kozlemeny*|reszletek|megjegyzes*|leiras*
    |περιγραφη*|αιτιολογια*|σχολια|aciklama*|detay*|not|описание*|назначение*|назначение платежа|комментарий*|детали*|опис*|призначення*|коментар
    |摘要*|内容*|お取り扱い内容|お取扱内容|取引内容|備考|メモ|詳細|明細|适要|摘要|备注|備註|附言|用途|交易说明|交易說明|說明|说明|적요|거래내용|내역|메모|비고|내용|기재내용|keterangan*|uraian*|deskripsi*|catatan|berita`,
  kind: `type|transaction type|trans type|tran type|category|payment type|kind|payment method|operation type|transaction category|spending category|source code|txn type|transaction code|code
    |buchungstext|umsatzart|umsatztyp|typ|vorgang|kategorie|art|buchungsart|bewegungstyp|transaktionstyp|transaktionsart|zahlungsart|geschaftsvorfall|mutatiesoort|soort|categorie|transactietype|betalingswijze
    |nature de l operation|nature|type d operation|categorie operation|sous categorie|tipo|tipo de operacion|categoria|tipo operazione|tipologia|tipo de movimento|tip tranzactie|tipul tranzactiei|categorie
    |type|kategori|transaktionstype|transaktionstyp|laji|tapahtumalaji|selitys laji
    |typ operace|typ transakcji|rodzaj operacji|rodzaj transakcji|kategoria|typ transakce|typ transakcie|tipus|tranzakcio tipusa|forgalom tipusa|kategoria
    |ειδος|τυπος|κατηγορια|islem tipi|islem turu|kategori|tur|тип*|тип операции|категория|вид операции|тип операції|категорія
    |種別|取引種別|分類|種類|交易类型|交易類型|类别|類別|类型|거래유형|거래종류|분류|카테고리|구분|jenis transaksi|jenis|kategori|tipe`,
  reference: `reference*|reference number|ref|ref no*|refno|end to end id|check number|cheque number|check or slip|customer reference|check|cheque|check no|cheque no|chq*|slip number|mandate*|document number|doc no|doc number|receipt|receipt number|invoice*|tp ref|op ref
    |referenz*|kundenreferenz*|kundenreferenz end to end|end to end referenz|mandatsreferenz|belegnummer|beleg nr|belegnr|betalingskenmerk|kenmerk|referentie*|machtigingskenmerk
    |reference de l operation|numero de reference|numero d operation|numero de cheque|referencia*|numero de documento|n documento|riferimento*|numero assegno|numero operazione|documento|nr referinta|referinta*
    |reference|referencenummer|referanse*|kid|kidnummer|referens*|ocr|viite*|viitenumero|verifikation*
    |numer referencyjny|nr referencyjny|referencje|variabilni symbol|variabilny symbol|konstantni symbol|specificky symbol|konstantny symbol|specificky symbol|vs|ks|ss|referencia*|hivatkozas*
    |αναφορα*|αριθμος αναφορας|referans*|dekont no|fis no|референс|номер документа|номер чека|номер референсу
    |照会番号|参照番号|凭证号|流水号码|支票号码|支票號碼|참조번호|nomor referensi|no referensi|no ref`,
  bank_id: `transaction id|id|fitid|unique id|transaction number|transaction reference|bank id|transferwise id|transaction no|txn id|trans id|record id|entry id|uuid|operation id|tx id|transaction hash|payment id
    |transaktions id|transaktionsnummer|umsatz id|buchungsnummer|transaktionsreferenz|transactiereferentie|transactie id|volgnr|volgnummer|boekingsnummer
    |id operation|numero operation|id transaccion|id operacion|id movimiento|id transazione|id operazione|id movimento|id transacao|id tranzactie|numar tranzactie
    |transaktions nr|arkivreferanse|arkivref|arkistointitunnus|tapahtumatunnus|id transakce|id operace|id pohybu|identifikace transakce|id transakcji|numer transakcji|id transakcie|identifikacia*|tranzakcio azonosito*|megbizas azonosito|tranzakcio id
    |κωδικος συναλλαγης|islem no|islem numarasi|ид операции|номер операции|номер транзакции|id операции|номер операції|取引番号|取引id|交易流水号|交易编号|流水号|交易序號|거래번호|거래고유번호|id transaksi|nomor transaksi`,
  status: `status*|state|transaction status|transaction state|booking status|stav*|statut*|estado*|stato*|tila|stan|etat|allapot*|statusz|κατασταση*|durum*|статус*|состояние|стан|状態|ステータス|状态|狀態|交易状态|상태|거래상태|situacao|stare|info`,
  account: `account*|own account|account iban|from account|account number|account no|iban|account id|source account
    |auftragskonto|iban auftragskonto|eigenes konto|konto|kontonummer|rekening*|rekeningnummer|iban bban|eigen rekening
    |compte*|numero de compte|cuenta*|numero de cuenta|conto|numero conto|conta|numero da conta|cont|numar cont|iban cont
    |konto|kontonummer|kontonr|tili*|tilinumero|rachunek*|numer rachunku*|nr rachunku|numer konta|cislo uctu|ucet|cislo uctu|szamlaszam*|szamla*|sajat szamla
    |λογαριασμος*|αριθμος λογαριασμου|hesap*|hesap no|счет*|номер счета|рахунок*|номер рахунку|口座番号|口座|账号|帳號|账户|帳戶|계좌번호|계좌|nomor rekening|no rekening|rekening`,
  other: `card no*|card number|card|card member|cardholder*|account name|sort code|bank code|bic*|swift|branch*|bank name|time|time zone|timezone|kartennummer|karten nr|kontoname|blz|bankleitzahl|kontoinhaber|kaartnummer|numero de carte|carte|tarjeta|numero de tarjeta|carta|numero carta|cartao|kortnummer|kort|korttinumero|numer karty|cislo karty|kartyaszam|kart no|kart numarasi|номер карты|номер картки|カード番号|卡号|卡號|카드번호|nomor kartu|cabang|kode cabang|filiale|bankkode|szamla neve|row|row number|radnummer|lfd nr|no|nr|#|number|line|emoji|icon|tags|labels|glaubiger id|creditor id|email*|from email address|to email address|phone|url|statement period*|year to date*|iban|hour|heure|hora|ora|uhrzeit|godzina|cas|saat|время|час|取引時刻|時刻|时间|시간|jam|username|user name|product`,
};
