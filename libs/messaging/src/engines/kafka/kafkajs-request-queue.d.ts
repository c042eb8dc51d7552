/** kafkajs has no types for its inner parts. */
declare module 'kafkajs/src/network/requestQueue' {
  interface SentRequest {
    readonly sentAt: number;
    readonly requestTimeout: number;
    timeoutRequest(): void;
  }

  interface NewRequest {
    readonly entry: {
      readonly correlationId: number;
      readonly apiName: string;
      resolve(answer: unknown): void;
      reject(error: unknown): void;
    };
    readonly expectResponse: boolean;
    sendRequest(): void;
  }

  class RequestQueue {
    constructor(options: {
      readonly maxInFlightRequests: number | null;
      readonly requestTimeout: number;
      readonly enforceRequestTimeout: boolean;
      readonly clientId: string;
      readonly broker: string;
      readonly logger: { debug(message: string): void; warn(message: string): void };
      readonly isConnected: () => boolean;
    });
    /** Requests that have not been sent yet. */
    readonly pending: readonly unknown[];
    readonly inflight: ReadonlyMap<number, SentRequest>;
    readonly isConnected: () => boolean;
    requestTimeoutIntervalId: NodeJS.Timeout | undefined;
    push(request: NewRequest): void;
    fulfillRequest(answer: { correlationId: number; payload: Buffer; size: number }): void;
    /** Ends the timers. */
    destroy(): void;
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
    scheduleRequestTimeoutCheck: (this: RequestQueue) => void;
  }
  export = RequestQueue;
}
