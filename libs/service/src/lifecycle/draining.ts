import { Injectable } from '@nestjs/common';

/**
 * Whether the service is about to stop. From then on it reports that it is not ready, and closes each HTTP connection
 * with its next response, so that a load balancer chooses another instance before the listener closes.
 */
@Injectable()
export class Draining {
  private isBegun = false;

  get hasBegun(): boolean {
    return this.isBegun;
  }

  begin(): void {
    this.isBegun = true;
  }
}
