/** kafkajs has no types for its inner parts. */
declare module 'kafkajs/src/network/requestQueue' {
  class RequestQueue {
    /** Requests that wait until they may be sent. */
    readonly pending: readonly unknown[];
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
  }
  export = RequestQueue;
}
