export { program, run } from './run';
export { prepareRestored } from './backup/after-restore';
