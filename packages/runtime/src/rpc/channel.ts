import type { DescService } from '@bufbuild/protobuf';
import type { ChannelOptions } from '@grpc/grpc-js';
import { keepalive } from './keepalive.ts';
import { serviceConfigOf } from './retry-policy.ts';

const RESPONSE_BYTES_MAX = 8 * 1024 * 1024;
const RECONNECT_MS_MAX = 5_000;
// 30 s unless told: replicas that are replaced one after the other would be asked for where they no longer are.
const RESOLVE_EVERY_MS_MIN = 500;

/**
 * How a channel to one service behaves. Its address is looked up as a name with several answers (a headless Service's)
 * whenever a connection ends, and calls are shared out among all of them.
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
