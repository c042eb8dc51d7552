const path = require('node:path');
const swc = require('@swc/jest');

/** Jest's transform, with one text of one source file replaced: `mutate.mjs` removes a safeguard with it. */
module.exports = {
  createTransformer({ file, from, to }) {
    const inner = swc.createTransformer();
    const mutated = (source, filename) =>
      path.resolve(filename) === path.resolve(file) ? source.replace(from, () => to) : source;
    return {
      ...inner,
      process: (source, filename, options) => inner.process(mutated(source, filename), filename, options),
      getCacheKey: (source, filename, options) =>
        inner.getCacheKey(mutated(source, filename), filename, options),
    };
  },
};
