import { applyDecorators, ArgumentsHost, Catch, RpcExceptionFilter, UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { CommandContract, EventContract } from '@tributary/contracts';
import { Observable, throwError } from 'rxjs';

/** Passes the original error to the bus; Nest would turn an unknown one into "Internal server error". */
@Catch()
class PassOn implements RpcExceptionFilter {
  catch(error: unknown, _host: ArgumentsHost): Observable<never> {
    return throwError(() => error);
  }
}

/** A handler's metadata for the transport. */
export type HandlerKind =
  | { readonly kind: 'event'; readonly events: ConsumedEvents }
  | { readonly kind: 'command'; readonly contract: CommandContract; readonly callsOut: boolean };

/** The topics of a method that consumes events. */
export interface ConsumedEvents {
  readonly contracts: readonly EventContract[];
  /** Contracts whose events do not wait for others to share a transaction with. */
  readonly prompt: readonly EventContract[];
}

/**
 * The method consumes the events of one topic, in batches: `(events, tx)`. It writes only in `tx`. A throw rolls
 * everything back, and the events are delivered again, halved, until the bad one is alone.
 */
export function OnEvent(contract: EventContract): MethodDecorator {
  return onEvents({ contracts: [contract], prompt: [contract] });
}

/**
 * The method consumes the events of several topics: `(events, tx)`. Events of different topics come together, in no
 * particular order; events of one topic are in order. Events of the `prompt` contracts start a transaction at once,
 * others wait a moment for events that arrive meanwhile.
 */
export function OnEventsTogether(
  contracts: readonly EventContract[],
  prompt: readonly EventContract[],
): MethodDecorator {
  return onEvents({ contracts, prompt });
}

function onEvents(events: ConsumedEvents): MethodDecorator {
  const extras: HandlerKind = { kind: 'event', events };
  const pattern: unknown = EventPattern(
    events.contracts.map(({ topic }) => topic),
    extras,
  );
  return handler(pattern as MethodDecorator);
}

/** The method runs a command in one transaction, `(command, tx)`, and returns the reply. */
export function OnCommand(contract: CommandContract): MethodDecorator {
  return onCommand(contract, false);
}

/**
 * Declares the handler of a command that must call out first: `(command, commit)`. No transaction is open until the
 * method calls `commit` once, with the work whose result is the reply.
 */
export function OnCommandCallingOut(contract: CommandContract): MethodDecorator {
  return onCommand(contract, true);
}

function onCommand(contract: CommandContract, callsOut: boolean): MethodDecorator {
  const extras: HandlerKind = { kind: 'command', contract, callsOut };
  const pattern: unknown = MessagePattern(`${contract.service}/${contract.name}`, extras);
  return handler(pattern as MethodDecorator);
}

/** The method gets the transport's two arguments unchanged: the data, and the transaction or commit. */
function handler(pattern: MethodDecorator): MethodDecorator {
  return (target, property, descriptor) => {
    Payload()(target, property, 0);
    Ctx()(target, property, 1);
    applyDecorators(pattern, UseFilters(new PassOn()))(target, property, descriptor);
  };
}
