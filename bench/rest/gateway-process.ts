import { startTelemetry, EnvironmentReader, readPlatformConfig, stopTelemetry } from '@tributary/service';
import { readApiGatewayConfig, startApiGateway } from '@tributary/api-gateway';
import { InProcessBroker } from '@tributary/messaging';
import { endWithBench } from '../bench-process';

/**
 * The gateway in a process of its own, with all that it ships with (telemetry, token check, scopes, validation); the
 * bus is the one inside the process, so that no broker shares the two cores. To a message it answers its memory and its
 * processor time.
 */
async function main(): Promise<void> {
  startTelemetry('api-gateway');
  const env = new EnvironmentReader(process.env);
  const config = readApiGatewayConfig(readPlatformConfig('api-gateway', env), env);
  env.check('api-gateway');
  const running = await startApiGateway(config, { broker: new InProcessBroker() });
  process.send?.({ url: `${running.url}${config.basePath}` });
  process.on('message', () => {
    global.gc?.();
    const { user, system } = process.cpuUsage();
    const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
    process.send?.({ ...process.memoryUsage(), cpuMs: (user + system) / 1000, peakMb });
  });
  endWithBench(() => running.stop().then(stopTelemetry));
}

void main();
