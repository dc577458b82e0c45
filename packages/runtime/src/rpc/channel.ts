import type { DescService } from '@bufbuild/protobuf';
import type { ChannelOptions } from '@grpc/grpc-js';
import { keepalive } from './keepalive.ts';
import { serviceConfigOf } from './retry-policy.ts';

const RESPONSE_BYTES_MAX = 8 * 1024 * 1024;
const RECONNECT_MS_MAX = 5_000;
// gRPC's default is 30 s, in which calls would go to replicas that have been replaced.
const RESOLVE_EVERY_MS_MIN = 500;

/**
 * Options of a channel to one service. Its name is resolved to all addresses (of a headless Service) whenever a connection
 * ends, and calls are balanced over them.
 */
export function channelOptions(
  service: DescService,
  { maxResponseBytes, silenceMs }: { maxResponseBytes?: number | undefined; silenceMs?: number | undefined } = {},
): ChannelOptions {
  return {
    'grpc.service_config': serviceConfigOf(service),
    'grpc.service_config_disable_resolution': 1,
    'grpc.max_receive_message_length': maxResponseBytes ?? RESPONSE_BYTES_MAX,
    ...keepalive(silenceMs),
    'grpc.enable_channelz': 0,
    'grpc.enable_http_proxy': 0,
    'grpc.max_reconnect_backoff_ms': RECONNECT_MS_MAX,
    'grpc.dns_min_time_between_resolutions_ms': RESOLVE_EVERY_MS_MIN,
  };
}
