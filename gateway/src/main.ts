// The process `gateway` of the scaled form.
import { runProcess } from '@marquee/service/run-process';
import { gatewayConfig } from './config.ts';
import { startGateway } from './service.ts';

await runProcess({ name: 'gateway', schema: gatewayConfig, start: startGateway });
