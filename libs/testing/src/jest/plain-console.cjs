/** Jest adds a stack of twenty lines to each line that a library prints, which buries why a test failed. */
global.console = require('node:console');
