const { spawnSync } = require('node:child_process');
const path = require('node:path');

/** They lie beside the code that they test, and read nothing that is generated. */
const OF_CODE_ALONE = /\/src\/.*\.unit\.test\.ts$/;

/**
 * After a failure, says which generated files are stale, and the command that makes them again: a suite that reads one
 * fails for what it says, not for its age.
 */
module.exports = class StaleDocuments {
  onRunComplete(_contexts, { testResults }) {
    const failed = testResults.filter(({ failureMessage }) => failureMessage);
    if (failed.every(({ testFilePath }) => OF_CODE_ALONE.test(testFilePath))) return;
    spawnSync(process.execPath, [path.join(__dirname, '../docs.mjs'), '--after-failure'], {
      stdio: ['ignore', 2, 2],
    });
  }
};
