import { hasGivenUp, isAbandoned, SendingHealth, statusOf } from '../../endpoints/health/endpoint-health';
import { EndpointRegistry, SendableEndpoint } from '../../endpoints/endpoint-registry';
import { Outcome } from '../delivery';

/** The effects of a sender's results on its endpoint: published health, or its end. */
export class Consequences {
  private isGone = false;

  constructor(private readonly endpoints: EndpointRegistry) {}

  note({ gone }: Outcome): void {
    this.isGone ||= gone;
  }

  /** Whether sending must stop. */
  areFinal({ type }: SendableEndpoint, health: SendingHealth): boolean {
    return this.isGone || hasGivenUp(health) || isAbandoned(type, health);
  }

  /** Whether there are changes to save. */
  exist(endpoint: SendableEndpoint, health: SendingHealth): boolean {
    return this.areFinal(endpoint, health) || statusOf(health) !== endpoint.healthStatus;
  }

  /** @returns whether the endpoint continues, and must be loaded again */
  async draw({ id, type }: SendableEndpoint, health: SendingHealth): Promise<boolean> {
    if (isAbandoned(type, health) || (this.isGone && type !== 'WEBHOOK')) {
      await this.endpoints.remove(id);
      return false;
    }
    if (this.isGone || hasGivenUp(health)) {
      await this.endpoints.disable(id, this.isGone ? 'GONE' : 'NO_SUCCESS', health);
      return false;
    }
    await this.endpoints.publishHealth(id, health);
    return true;
  }
}
