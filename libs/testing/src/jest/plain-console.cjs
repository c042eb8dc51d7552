/** Replaces Jest's console, which adds a stack of twenty lines to each printed line and so hides why a test failed. */
global.console = require('node:console');
