import RequestQueue from 'kafkajs/src/network/requestQueue';

/** Interval of the check for overdue requests, which may take 20 seconds and more. */
const LOOK_FOR_TIMEOUTS_MS = 1000;

let isQuiet = false;

/**
 * Makes idle connections of kafkajs 2.2.4 cheaper, of which a service has eight:
 *
 * - After its first response every connection checks each millisecond, for as long as it lives, whether a request
 * waits to be sent: 3 % of a core for an idle service. The check is only needed while a request waits: kafkajs
 * schedules it whenever it lets a request wait, and checks itself at every response.
 * - Every connection checks ten times a second for requests that take too long: half of the time of an idle service.
 */
export function quietRequestQueues(): void {
  if (isQuiet) return;
  isQuiet = true;
  const schedule = RequestQueue.prototype.scheduleCheckPendingRequests;
  RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
    if (this.pending.length > 0) schedule.call(this);
  };
  RequestQueue.prototype.scheduleRequestTimeoutCheck = function (this: RequestQueue): void {
    this.destroy();
    this.requestTimeoutIntervalId = setInterval(() => endOverdue(this), LOOK_FOR_TIMEOUTS_MS);
  };
}

/** Ends overdue requests in the same way as kafkajs. */
function endOverdue(queue: RequestQueue): void {
  for (const request of [...queue.inflight.values()]) {
    if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
  }
  if (!queue.isConnected()) queue.destroy();
}
