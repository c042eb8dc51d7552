import { Inject, Injectable, OnModuleInit } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { HealthController } from '@tributary/service';
import { SCOPES_METADATA } from './scopes.guard';

/** A route without an access check. */
export class UnguardedRouteError extends Error {
  override readonly name = 'UnguardedRouteError';
}

/** Open by intent: orchestrators have no token. */
const OPEN_CONTROLLERS: readonly unknown[] = [HealthController];

/** Refuses to start while a route does not declare its scopes. */
@Injectable()
export class UnguardedRoutes implements OnModuleInit {
  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const unguarded = this.discovery
      .getControllers()
      .filter(({ metatype }) => !OPEN_CONTROLLERS.includes(metatype))
      .flatMap((wrapper) =>
        this.unguardedOf(wrapper.instance as Record<string, unknown>, String(wrapper.name)),
      );
    if (unguarded.length > 0) {
      throw new UnguardedRouteError(`these routes name no scopes: ${unguarded.join(', ')}`);
    }
  }

  private unguardedOf(controller: Record<string, unknown>, name: string): string[] {
    return this.scanner
      .getAllMethodNames(Object.getPrototypeOf(controller) as object)
      .filter((method) => {
        const handler = controller[method] as () => unknown;
        const isRoute = this.reflector.get<unknown>(PATH_METADATA, handler) !== undefined;
        const isSaid = [handler, controller.constructor].some((target) =>
          Reflect.hasMetadata(SCOPES_METADATA, target),
        );
        return isRoute && !isSaid;
      })
      .map((method) => `${name}.${method}`);
  }
}
