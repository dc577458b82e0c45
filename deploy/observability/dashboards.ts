import { type Dashboard, perSecond, quantile } from './dashboard-parts.ts';
import { overview } from './overview-dashboard.ts';

const premiere: Dashboard = {
  uid: 'marquee-premiere',
  title: 'Marquee: premiere',
  rows: [
    {
      title: 'Who watches',
      panels: [
        { title: 'Watching now', unit: 'short', kind: 'stat', queries: { viewers: 'sum(marquee_playback_sessions)' } },
        { title: 'Watching', unit: 'short', queries: { viewers: 'sum(marquee_playback_sessions)' } },
        {
          title: 'Films begun a second',
          unit: 'reqps',
          queries: { begun: perSecond('marquee_playback_start_seconds_count') },
        },
      ],
    },
    {
      title: 'How it is for them',
      panels: [
        {
          title: 'Films without a picture',
          about: 'They failed before the first, or their viewers left.',
          unit: 'reqps',
          queries: { without: perSecond('marquee_playback_not_started_total') },
        },
        {
          title: 'To the first picture',
          unit: 's',
          queries: {
            p50: quantile(0.5, 'marquee_playback_start_seconds'),
            p95: quantile(0.95, 'marquee_playback_start_seconds'),
          },
          thresholds: [2, 5],
        },
        {
          title: 'Share of time that films stand waiting',
          unit: 'percentunit',
          queries: {
            waiting: `${perSecond('marquee_playback_rebuffer_seconds_total')} / ${perSecond('marquee_playback_watched_seconds_total')}`,
          },
        },
        {
          title: 'Films that did not go on',
          about: 'Of a film each reason counts once.',
          unit: 'reqps',
          queries: { '{{reason}}': perSecond('marquee_playback_errors_total', 'reason') },
        },
      ],
    },
    {
      title: 'What carries it',
      panels: [
        {
          title: 'Heartbeats and starts, p99',
          unit: 's',
          queries: {
            '{{method}}': quantile(0.99, 'marquee_rpc_server_seconds', 'method', '{method=~"film.v1.WatchService/.*"}'),
          },
        },
        {
          title: 'Heartbeats and starts a second',
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
          title: 'Segments of media',
          about: 'What the edge did not have.',
          unit: 'reqps',
          queries: { '{{status}}': perSecond('marquee_segment_seconds_count', 'status', '{asked="file"}') },
        },
        {
          title: 'p99 of a segment',
          unit: 's',
          queries: { '{{status}}': quantile(0.99, 'marquee_segment_seconds', 'status', '{asked="file"}') },
        },
        {
          title: 'Tokens that the edge asks for',
          about: 'Each once in 30 s. What is not 204 or 403 is no answer, and the edge gives 503.',
          unit: 'reqps',
          queries: { '{{status}}': perSecond('marquee_segment_seconds_count', 'status', '{asked="access"}') },
        },
        { title: 'Bytes of media', unit: 'Bps', queries: { bytes: perSecond('marquee_segment_bytes_total') } },
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
      title: 'Out',
      panels: [
        {
          title: 'Oldest that waits to be published',
          unit: 's',
          queries: { '{{service}}': 'max by (service) (marquee_outbox_oldest_seconds)' },
          thresholds: [10, 60],
        },
        {
          title: 'Waiting to be published',
          unit: 'short',
          queries: { '{{service}}': 'max by (service) (marquee_outbox_pending)' },
        },
      ],
    },
    {
      title: 'In',
      panels: [
        {
          title: 'Events a second',
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
          title: 'Not taken yet',
          unit: 'short',
          queries: { '{{group}} of {{topic}}': 'max by (group, topic) (marquee_bus_lag_messages)' },
        },
        {
          title: 'Failures',
          unit: 'reqps',
          queries: { '{{group}} of {{topic}}': perSecond('marquee_event_failures_total', 'group, topic') },
        },
        {
          title: 'Set aside',
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
          title: 'Oldest that waits to be sent',
          unit: 's',
          queries: { oldest: 'max(marquee_delivery_oldest_seconds)' },
          thresholds: [60, 300],
        },
        { title: 'Waiting to be sent', unit: 'short', queries: { waiting: 'max(marquee_deliveries_waiting)' } },
        {
          title: 'Attempts',
          about: 'Waiting is tried again.',
          unit: 'reqps',
          queries: { '{{outcome}} {{failure}}': perSecond('marquee_delivery_attempts_total', 'outcome, failure') },
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
        { title: 'How far', unit: 'percentunit', queries: { '{{instance}}': 'marquee_transcode_progress_ratio' } },
        {
          title: 'Time of an attempt',
          unit: 's',
          queries: {
            'p50 {{result}}': quantile(0.5, 'marquee_transcode_seconds', 'result'),
            'p95 {{result}}': quantile(0.95, 'marquee_transcode_seconds', 'result'),
          },
        },
        {
          title: 'Ended an hour',
          unit: 'short',
          queries: { '{{result}}': 'sum by (result) (increase(marquee_transcode_seconds_count[1h]))' },
        },
      ],
    },
    {
      title: 'Calls',
      panels: [
        {
          title: 'Calls a second',
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
          about: '1 answers, 0 does not.',
          unit: 'none',
          queries: {
            '{{service}} {{dependency}}': 'min by (service, dependency) (marquee_dependency_up{service=~"media.*"})',
          },
        },
      ],
    },
  ],
};

export const dashboards: readonly Dashboard[] = [overview, premiere, events, media];
