import RequestQueue from 'kafkajs/src/network/requestQueue';

let isQuiet = false;

/**
 * After its first answer every connection of kafkajs 2.2.4 looks each millisecond, for as long as it lives, whether a
 * request waits to be sent: 3 % of a core for an idle service with four connections. A look is only needed while one
 * waits: kafkajs schedules it whenever it lets a request wait, and looks itself at every answer.
 */
export function quietRequestQueues(): void {
  if (isQuiet) return;
  isQuiet = true;
  const schedule = RequestQueue.prototype.scheduleCheckPendingRequests;
  RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
    if (this.pending.length > 0) schedule.call(this);
  };
}
