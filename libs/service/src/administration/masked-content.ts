const MASK = '•••';
/** Texts that name things of ours: ids, types, states and times, not what people or banks wrote. */
const OWN_WORDS = [
  /^[A-Z][A-Z0-9_]{1,40}$/,
  /^[a-z-]+\.[a-z-]+$/,
  /^\d{1,19}$/,
  /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
];
/** Members whose digits are a bank's, not ids of ours. */
const FOREIGN_MEMBERS = /amount|iban|bban|pan|number|msisdn|reference|external|cleared|available/i;

/**
 * The JSON of a message with texts and amounts masked: its form, ids, types and times remain, which shows why it was
 * refused. What is no JSON is masked completely.
 */
export function maskedContent(value: string): string {
  try {
    return JSON.stringify(masked(JSON.parse(value), ''), null, 2);
  } catch {
    return `${MASK} (${value.length} characters that are no JSON)`;
  }
}

function masked(value: unknown, member: string): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, member));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked(one, name)]));
  }
  if (FOREIGN_MEMBERS.test(member) && value !== null) return MASK;
  if (typeof value !== 'string') return value;
  return OWN_WORDS.some((pattern) => pattern.test(value)) ? value : MASK;
}
