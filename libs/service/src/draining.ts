import { Injectable } from '@nestjs/common';

/**
 * Whether the service is about to end. From then on it says that it is not ready, and each HTTP connection ends with its
 * next answer: whoever balances between instances goes to another one before the listener closes.
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
