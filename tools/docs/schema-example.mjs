/** Values for texts with a meaning, by the member's name. */
const BY_NAME = {
  email: 'maija@example.com',
  url: 'https://hooks.example.com/tributary',
  redirect_url: 'https://app.example/connected',
  name: 'Groceries',
  currency: 'EUR',
  iban: 'FI2112345600000785',
  password: 'correct horse battery staple',
  message: 'Done.',
};
const BY_FORMAT = {
  date: '2026-03-02',
  'date-time': '2026-03-02T06:10:00.000000Z',
  uri: 'https://example.com/',
  email: 'maija@example.com',
  uuid: '64d95733-b81b-44da-8a69-799a3affad68',
  binary: '(bytes)',
};
const CANDIDATES = [
  '17',
  '-12.50',
  '12.50',
  'EUR',
  'FI',
  '2026-03-02',
  '2026-03',
  '09:30',
  'true',
  'text',
  'https://example.com/',
];
const DEPTH_MAX = 4;

/** An example of a schema, with invented values. @param schemas the document's components */
export function exampleOf(schema, schemas, name = '', depth = 0) {
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1)], schemas, name, depth + 1);
  for (const given of [schema.example, schema.examples?.[0], schema.const, schema.enum?.[0]]) {
    if (given !== undefined) return given;
  }
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return exampleOf(parts.find(({ type }) => type !== 'null') ?? parts[0], schemas, name, depth);
  const types = [schema.type].flat().filter((type) => type !== 'null');
  if (types.includes('object') || schema.properties) return objectExample(schema, schemas, depth);
  if (types.includes('array')) return arrayExample(schema, schemas, name, depth);
  if (types.includes('string')) return textExample(schema, name);
  if (types.includes('integer') || types.includes('number')) return Math.max(schema.minimum ?? 1, 1);
  return types.includes('boolean') ? true : null;
}

function objectExample(
  { properties = {}, required = [], patternProperties, additionalProperties },
  schemas,
  depth,
) {
  const shown = Object.entries(properties).filter(([name]) => required.includes(name) || depth < DEPTH_MAX);
  const members = shown.map(([name, schema]) => [name, exampleOf(schema, schemas, name, depth + 1)]);
  const free = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
  if (members.length === 0 && free && typeof free === 'object') {
    members.push(['name', exampleOf(free, schemas, '', depth + 1)]);
  }
  return Object.fromEntries(members);
}

function arrayExample({ items, minItems = 0 }, schemas, name, depth) {
  if (!items || (depth >= DEPTH_MAX && minItems === 0)) return [];
  return [exampleOf(items, schemas, name.replace(/s$/, ''), depth + 1)];
}

function textExample({ format, pattern, minLength = 0, maxLength = Infinity }, name) {
  if (format && BY_FORMAT[format] && !pattern) return BY_FORMAT[format];
  const fits = (text) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
  return (
    [BY_NAME[name], name, ...CANDIDATES].find((text) => text !== undefined && fits(text)) ??
    'x'.repeat(minLength)
  );
}
