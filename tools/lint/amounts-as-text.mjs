import ts from 'typescript';

/**
 * An amount is a decimal in a string: `0.00` is `0`, `1.50` is `1.5`, and `9.00` is less than `10.00`. Compared as texts
 * they are none of that. This rule reports amounts, which are known by their names and by being strings, where they are
 * compared as texts, used as keys, or asked for a minus sign; @tributary/money has functions for all of these.
 */

/** Last part of a name in camelCase, PascalCase, snake_case or UPPER_CASE. */
const AMOUNT = /(^|_|(?<=[a-z\d]))(amount|balance|available|cleared|remainder|net|worth)$/i;
/** Names that end like an amount and are not one. */
const OTHER = /^(is|has|was|may|can|on|with|of)[A-Z_]/;
const NUMBER = /^[-+]?\d*\.?\d+$/;
const COMPARED = new Set(['===', '!==', '==', '!=', '<', '>', '<=', '>=']);
const KEYED = new Set(['has', 'get', 'set', 'add', 'delete', 'includes', 'indexOf', 'lastIndexOf']);

const COLLECTION = /^(Readonly|Weak)?(Set|Map|Array)$/;

const ADVICE = {
  compared:
    'An amount is no text: compare with isSameDecimal, isZero or compareDecimals of @tributary/money.',
  sign: 'A minus sign is no direction ("-0.00"): ask isOutflow of @tributary/money.',
  keyed: 'An amount is no key ("1.5" is "1.50"): use withMinorDigits of @tributary/money for the key.',
};

export default {
  meta: { type: 'problem', schema: [], messages: ADVICE },
  create(context) {
    const { parserServices } = context.sourceCode;
    if (!parserServices?.program) return {};
    const checker = parserServices.program.getTypeChecker();

    /** Whether the value may be a string that is not one of a few known words. */
    const isText = (node) => {
      const type = checker.getTypeAtLocation(parserServices.esTreeNodeToTSNodeMap.get(node));
      const parts = type.isUnion() ? type.types : [type];
      return parts.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0);
    };
    const isCollection = (node) => {
      const { symbol } = checker.getTypeAtLocation(parserServices.esTreeNodeToTSNodeMap.get(node));
      return COLLECTION.test(symbol?.name ?? '');
    };
    const isAmount = (node) => {
      const value = unwrapped(node);
      const name = nameOf(value);
      return name !== null && AMOUNT.test(name) && !OTHER.test(name) && isText(value);
    };
    /** A comparison with a word, with nothing, or with null asks for something else than the number. */
    const isNumeric = (node) => {
      const value = unwrapped(node);
      if (value.type === 'Literal') return typeof value.value === 'string' && NUMBER.test(value.value);
      return isText(value);
    };
    const reportAmount = (node, messageId) => context.report({ node, messageId });

    return {
      BinaryExpression(node) {
        if (!COMPARED.has(node.operator)) return;
        const { left, right } = node;
        if ((isAmount(left) && isNumeric(right)) || (isAmount(right) && isNumeric(left)))
          reportAmount(node, 'compared');
        else if (isWrittenZero(left) || isWrittenZero(right)) reportAmount(node, 'compared');
      },
      SwitchStatement(node) {
        if (isAmount(node.discriminant)) reportAmount(node.discriminant, 'compared');
      },
      CallExpression(node) {
        if (node.callee.type !== 'MemberExpression') return;
        const { object, property } = node.callee;
        const [first] = node.arguments;
        if (!first || property.type !== 'Identifier') return;
        if (property.name === 'localeCompare' && (isAmount(object) || isAmount(first)))
          reportAmount(node, 'compared');
        if (property.name === 'startsWith' && isAmount(object)) reportAmount(node, 'sign');
        if (KEYED.has(property.name) && isAmount(first) && isCollection(object)) reportAmount(first, 'keyed');
      },
      NewExpression(node) {
        const [first] = node.arguments;
        if (node.callee.type === 'Identifier' && node.callee.name === 'Set' && mapsToAmount(first, isAmount))
          reportAmount(first, 'keyed');
      },
    };
  },
};

/** `rows.map(({ amount }) => amount)`, `rows.map((row) => row.amount)` */
function mapsToAmount(node, isAmount) {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const [made] = node.arguments;
  return made?.type === 'ArrowFunctionExpression' && isAmount(made.body);
}

/** `'0.00'`, which only an amount in two decimals is. */
function isWrittenZero({ type, value }) {
  return type === 'Literal' && typeof value === 'string' && /^-?0\.0+$/.test(value);
}

function unwrapped(node) {
  switch (node.type) {
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return unwrapped(node.expression);
    case 'LogicalExpression':
      return node.operator === '??' ? unwrapped(node.left) : node;
    default:
      return node;
  }
}

function nameOf(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return null;
  const { property, computed } = node;
  if (!computed && property.type === 'Identifier') return property.name;
  return computed && property.type === 'Literal' && typeof property.value === 'string'
    ? property.value
    : null;
}
