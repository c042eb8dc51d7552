import { applyDecorators, ArgumentsHost, Catch, RpcExceptionFilter, UseFilters } from '@nestjs/common';
import { EventPattern, MessagePattern } from '@nestjs/microservices';
import { CommandContract, EventContract } from '@tributary/contracts';
import { Observable, throwError } from 'rxjs';

/** Nest would turn an unknown error into "Internal server error"; the bus must see what it was. */
@Catch()
class PassOn implements RpcExceptionFilter {
  catch(error: unknown, _host: ArgumentsHost): Observable<never> {
    return throwError(() => error);
  }
}

/** What a handler says of itself to the transport. */
export type HandlerKind =
  | { readonly kind: 'event'; readonly contract: EventContract }
  | { readonly kind: 'command'; readonly contract: CommandContract; readonly callsOut: boolean };

/**
 * The method takes the events of one topic, in batches: `(events, tx)`. All it writes belongs into `tx`; a
 * throw takes everything back, and the events come again, halved, until the bad one stands alone.
 */
export function OnEvent(contract: EventContract): MethodDecorator {
  const extras: HandlerKind = { kind: 'event', contract };
  return applyDecorators(EventPattern(contract.topic, extras) as MethodDecorator, UseFilters(new PassOn()));
}

/** The method carries a command out in one transaction, `(command, tx)`, and returns the answer. */
export function OnCommand(contract: CommandContract): MethodDecorator {
  return onCommand(contract, false);
}

/**
 * For commands that must call out first: `(command, commit)`. No transaction is open until the method calls
 * `commit` once, with the work whose result is the answer.
 */
export function OnCommandCallingOut(contract: CommandContract): MethodDecorator {
  return onCommand(contract, true);
}

function onCommand(contract: CommandContract, callsOut: boolean): MethodDecorator {
  const extras: HandlerKind = { kind: 'command', contract, callsOut };
  const pattern = MessagePattern(`${contract.service}/${contract.name}`, extras) as MethodDecorator;
  return applyDecorators(pattern, UseFilters(new PassOn()));
}
