export {
  CountText,
  CurrencyText,
  DateText,
  FlagText,
  IdText,
  MoneyText,
  OrNull,
  Text,
  TextOneOf,
  TextOrNull,
  TimeOrNull,
  TimeText,
} from '@tributary/contracts';
