import { type Dashboard, perSecond, quantile } from './dashboard-parts.ts';
import { overview } from './overview-dashboard.ts';

const sales: Dashboard = {
  uid: 'marquee-sales',
  title: 'Marquee: sales',
  rows: [
    {
      title: 'Waiting rooms',
      panels: [
        {
          title: 'People',
          about: 'All gateways share one store, so that each says the same.',
          unit: 'short',
          queries: { '{{state}}': 'max by (state) (marquee_waiting_room_people)' },
        },
        {
          title: 'Admitted in a minute',
          unit: 'short',
          queries: { people: 'max(marquee_waiting_room_admitted_last_minute)' },
        },
        {
          title: 'What people are answered',
          unit: 'reqps',
          queries: { '{{state}}': perSecond('marquee_waiting_room_answers_total', 'state') },
        },
        {
          title: 'Wrong estimates',
          about: 'How far the first estimate was from the time until somebody was admitted.',
          unit: 's',
          queries: {
            p50: quantile(0.5, 'marquee_waiting_room_estimate_error_seconds'),
            p95: quantile(0.95, 'marquee_waiting_room_estimate_error_seconds'),
          },
        },
        {
          title: 'Entries refused',
          about: 'Too many from one address or network.',
          unit: 'reqps',
          queries: { refused: perSecond('marquee_waiting_room_refusals_total') },
        },
        {
          title: 'Failures of the store',
          unit: 'reqps',
          queries: { failures: perSecond('marquee_waiting_room_store_failures_total') },
        },
      ],
    },
  ],
};

const premiere: Dashboard = {
  uid: 'marquee-premiere',
  title: 'Marquee: premiere',
  rows: [
    {
      title: 'Viewers',
      panels: [
        { title: 'Watching now', unit: 'short', kind: 'stat', queries: { viewers: 'sum(marquee_playback_sessions)' } },
        { title: 'Watching', unit: 'short', queries: { viewers: 'sum(marquee_playback_sessions)' } },
        {
          title: 'Films started per second',
          unit: 'reqps',
          queries: { begun: perSecond('marquee_playback_start_seconds_count') },
        },
      ],
    },
    {
      title: 'Quality of playback',
      panels: [
        {
          title: 'Films that did not start',
          about: 'They failed, or their viewers left, before the first picture.',
          unit: 'reqps',
          queries: { without: perSecond('marquee_playback_not_started_total') },
        },
        {
          title: 'Time to the first picture',
          unit: 's',
          queries: {
            p50: quantile(0.5, 'marquee_playback_start_seconds'),
            p95: quantile(0.95, 'marquee_playback_start_seconds'),
          },
          thresholds: [2, 5],
        },
        {
          title: 'Share of time spent rebuffering',
          unit: 'percentunit',
          queries: {
            waiting: `${perSecond('marquee_playback_rebuffer_seconds_total')} / ${perSecond('marquee_playback_watched_seconds_total')}`,
          },
        },
        {
          title: 'Playback errors',
          about: 'Each reason counts once per film and viewer.',
          unit: 'reqps',
          queries: { '{{reason}}': perSecond('marquee_playback_errors_total', 'reason') },
        },
      ],
    },
    {
      title: 'Load',
      panels: [
        {
          title: 'Heartbeats and starts, p99',
          unit: 's',
          queries: {
            '{{method}}': quantile(0.99, 'marquee_rpc_server_seconds', 'method', '{method=~"film.v1.WatchService/.*"}'),
          },
        },
        {
          title: 'Heartbeats and starts per second',
          unit: 'reqps',
          queries: {
            '{{method}}': perSecond(
              'marquee_rpc_server_seconds_count',
              'method',
              '{method=~"film.v1.WatchService/.*"}',
            ),
          },
        },
        {
          title: 'Segments from media',
          about: 'Requests that the edge could not answer from its cache.',
          unit: 'reqps',
          queries: { '{{status}}': perSecond('marquee_segment_seconds_count', 'status', '{asked="file"}') },
        },
        {
          title: 'Segments, p99',
          unit: 's',
          queries: { '{{status}}': quantile(0.99, 'marquee_segment_seconds', 'status', '{asked="file"}') },
        },
        {
          title: 'Checks of tokens by the edge',
          about: 'Each token once in 30 s. 204 and 403 are answers; for anything else the edge responds with 503.',
          unit: 'reqps',
          queries: { '{{status}}': perSecond('marquee_segment_seconds_count', 'status', '{asked="access"}') },
        },
        { title: 'Bytes from media', unit: 'Bps', queries: { bytes: perSecond('marquee_segment_bytes_total') } },
        {
          title: 'Segments from memory',
          unit: 'percentunit',
          queries: {
            hits: `${perSecond('marquee_cache_lookups_total', '', '{cache="segment", result="hit"}')} / ${perSecond('marquee_cache_lookups_total', '', '{cache="segment"}')}`,
          },
        },
      ],
    },
  ],
};

const events: Dashboard = {
  uid: 'marquee-events',
  title: 'Marquee: events',
  rows: [
    {
      title: 'Outbox',
      panels: [
        {
          title: 'Age of the oldest unpublished event',
          unit: 's',
          queries: { '{{service}}': 'max by (service) (marquee_outbox_oldest_seconds)' },
          thresholds: [10, 60],
        },
        {
          title: 'Unpublished events',
          unit: 'short',
          queries: { '{{service}}': 'max by (service) (marquee_outbox_pending)' },
        },
      ],
    },
    {
      title: 'Consumers',
      panels: [
        {
          title: 'Events per second',
          unit: 'reqps',
          queries: { '{{group}} of {{topic}}': perSecond('marquee_event_delay_seconds_count', 'group, topic') },
        },
        {
          title: 'From event to effect, p99',
          unit: 's',
          queries: { '{{group}} of {{topic}}': quantile(0.99, 'marquee_event_delay_seconds', 'group, topic') },
          thresholds: [1, 5],
        },
        {
          title: 'Consumer lag',
          unit: 'short',
          queries: { '{{group}} of {{topic}}': 'max by (group, topic) (marquee_bus_lag_messages)' },
        },
        {
          title: 'Failures',
          unit: 'reqps',
          queries: { '{{group}} of {{topic}}': perSecond('marquee_event_failures_total', 'group, topic') },
        },
        {
          title: 'Dead letters',
          unit: 'short',
          queries: { '{{service}}': 'max by (service) (marquee_dead_letters)' },
          thresholds: [1, 10],
        },
      ],
    },
    {
      title: 'Mail',
      panels: [
        {
          title: 'Age of the oldest unsent mail',
          unit: 's',
          queries: { oldest: 'max(marquee_delivery_oldest_seconds)' },
          thresholds: [60, 300],
        },
        { title: 'Unsent mails', unit: 'short', queries: { waiting: 'max(marquee_deliveries_waiting)' } },
        {
          title: 'Attempts',
          about: 'Those in state waiting are retried.',
          unit: 'reqps',
          queries: { '{{outcome}} {{failure}}': perSecond('marquee_delivery_attempts_total', 'outcome, failure') },
        },
      ],
    },
    {
      title: 'Personal data',
      panels: [
        {
          title: 'Age of the oldest closed account that is not anonymised',
          about: 'Since it could not be kept any more. After 16 days the 30 that people were promised are over.',
          unit: 's',
          queries: { oldest: 'max(marquee_account_closing_oldest_seconds)' },
          thresholds: [86_400, 604_800],
        },
        {
          title: 'Closed accounts that are not anonymised',
          unit: 'short',
          queries: { due: 'max(marquee_account_closings_due)' },
        },
        {
          title: 'Attempts',
          unit: 'reqps',
          queries: {
            'export {{outcome}}': perSecond('marquee_account_exports_total', 'outcome'),
            'closing {{outcome}}': perSecond('marquee_account_closings_total', 'outcome'),
          },
        },
      ],
    },
  ],
};

const media: Dashboard = {
  uid: 'marquee-media',
  title: 'Marquee: media',
  rows: [
    {
      title: 'Transcodes',
      panels: [
        {
          title: 'Waiting and running',
          unit: 'short',
          queries: { '{{state}}': 'max by (state) (marquee_transcodes)' },
        },
        { title: 'Progress', unit: 'percentunit', queries: { '{{instance}}': 'marquee_transcode_progress_ratio' } },
        {
          title: 'Duration of attempts',
          unit: 's',
          queries: {
            'p50 {{result}}': quantile(0.5, 'marquee_transcode_seconds', 'result'),
            'p95 {{result}}': quantile(0.95, 'marquee_transcode_seconds', 'result'),
          },
        },
        {
          title: 'Ended per hour',
          unit: 'short',
          queries: { '{{result}}': 'sum by (result) (increase(marquee_transcode_seconds_count[1h]))' },
        },
      ],
    },
    {
      title: 'Calls',
      panels: [
        {
          title: 'Calls per second',
          unit: 'reqps',
          queries: { '{{method}}': perSecond('marquee_rpc_server_seconds_count', 'method', '{service="media"}') },
        },
        {
          title: 'p99',
          unit: 's',
          queries: { '{{method}}': quantile(0.99, 'marquee_rpc_server_seconds', 'method', '{service="media"}') },
        },
        {
          title: 'The store',
          about: '1: it answers. 0: it does not.',
          unit: 'none',
          queries: {
            '{{service}} {{dependency}}': 'min by (service, dependency) (marquee_dependency_up{service=~"media.*"})',
          },
        },
      ],
    },
  ],
};

export const dashboards: readonly Dashboard[] = [overview, premiere, sales, events, media];
