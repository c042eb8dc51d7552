import { applyDecorators, ArgumentsHost, Catch, RpcExceptionFilter, UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { CommandContract, EventContract } from '@tributary/contracts';
import { Observable, throwError } from 'rxjs';

/** Nest would turn an unknown error into "Internal server error"; the bus needs the original. */
@Catch()
class PassOn implements RpcExceptionFilter {
  catch(error: unknown, _host: ArgumentsHost): Observable<never> {
    return throwError(() => error);
  }
}

/** A handler's metadata for the transport. */
export type HandlerKind =
  | { readonly kind: 'event'; readonly contract: EventContract }
  | { readonly kind: 'command'; readonly contract: CommandContract; readonly callsOut: boolean };

/**
 * The method consumes the events of one topic, in batches: `(events, tx)`. It writes only in `tx`. A throw rolls
 * everything back, and the events are delivered again, halved, until the bad one is alone.
 */
export function OnEvent(contract: EventContract): MethodDecorator {
  const extras: HandlerKind = { kind: 'event', contract };
  return handler(EventPattern(contract.topic, extras) as MethodDecorator);
}

/** The method runs a command in one transaction, `(command, tx)`, and returns the answer. */
export function OnCommand(contract: CommandContract): MethodDecorator {
  return onCommand(contract, false);
}

/**
 * For commands that must call out first: `(command, commit)`. No transaction is open until the method calls `commit`
 * once, with the work whose result is the answer.
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
