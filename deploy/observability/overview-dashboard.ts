import { BAD_CODES, type Dashboard, type Panel, perSecond, quantile } from './dashboard-parts.ts';

const promises: Panel[] = (
  [
    ['availability', 'Pages and calls that fail', 0.001],
    ['segments', 'Segments that fail', 0.001],
    ['playback-access', 'Checks of tokens that fail', 0.001],
    ['page-latency', 'Pages over 500 ms', 0.01],
    ['playback-start', 'Films over 2 s to the first picture, or without', 0.05],
    ['event-delay', 'Events over 1 s to their effect', 0.01],
  ] as const
).map(([slo, title, budget]) => ({
  title,
  about: `Of the last hour. The month's budget is ${budget * 100}%.`,
  unit: 'percentunit',
  kind: 'stat',
  queries: { 'of an hour': `marquee:slo_error_ratio:1h{slo="${slo}"}` },
  thresholds: [budget, budget * 6],
}));

/** The objectives, and rate, errors and duration of everything. */
export const overview: Dashboard = {
  uid: 'marquee-overview',
  title: 'Marquee: overview',
  rows: [
    { title: 'Objectives', panels: promises },
    {
      title: 'Pages',
      panels: [
        {
          title: 'Pages per second',
          unit: 'reqps',
          queries: { '{{status}}': perSecond('marquee_page_seconds_count', 'status') },
        },
        {
          title: 'Duration of pages',
          unit: 's',
          queries: { p50: quantile(0.5, 'marquee_page_seconds'), p99: quantile(0.99, 'marquee_page_seconds') },
        },
        { title: 'p99 by route', unit: 's', queries: { '{{route}}': quantile(0.99, 'marquee_page_seconds', 'route') } },
        {
          title: 'By cache',
          unit: 'reqps',
          queries: { '{{cache}}': perSecond('marquee_page_seconds_count', 'cache') },
        },
      ],
    },
    {
      title: 'Calls of browsers',
      panels: [
        {
          title: 'Calls per second',
          unit: 'reqps',
          queries: { '{{code}}': perSecond('marquee_proxy_seconds_count', 'code') },
        },
        {
          title: 'p99 by method',
          unit: 's',
          queries: { '{{method}}': quantile(0.99, 'marquee_proxy_seconds', 'method') },
        },
        {
          title: 'Failures by method',
          unit: 'reqps',
          queries: { '{{method}} {{code}}': perSecond('marquee_proxy_seconds_count', 'method, code', BAD_CODES) },
        },
      ],
    },
    {
      title: 'Services',
      panels: [
        {
          title: 'Calls answered per second',
          unit: 'reqps',
          queries: { '{{service}}': perSecond('marquee_rpc_server_seconds_count', 'service') },
        },
        {
          title: 'p99 of calls answered',
          unit: 's',
          queries: { '{{service}}': quantile(0.99, 'marquee_rpc_server_seconds', 'service') },
        },
        {
          title: 'Calls that failed',
          unit: 'reqps',
          queries: {
            '{{service}} {{method}} {{code}}': perSecond(
              'marquee_rpc_server_seconds_count',
              'service, method, code',
              BAD_CODES,
            ),
          },
        },
        {
          title: 'p99 of calls made',
          unit: 's',
          queries: { '{{service}} to {{callee}}': quantile(0.99, 'marquee_rpc_client_seconds', 'service, callee') },
        },
      ],
    },
    {
      title: 'Dependencies and resources',
      panels: [
        {
          title: 'Dependencies',
          about: '1: it answers. 0: it does not.',
          unit: 'none',
          queries: { '{{service}} {{dependency}}': 'min by (service, dependency) (marquee_dependency_up)' },
        },
        {
          title: 'Wrong settings',
          about: '1: what the setting names was not there when the process started, and still is not.',
          unit: 'none',
          queries: { '{{service}} {{setting}}': 'max by (service, setting) (marquee_setting_wrong)' },
        },
        {
          title: 'p99 of statements',
          unit: 's',
          queries: { '{{service}}': quantile(0.99, 'marquee_db_query_seconds', 'service') },
        },
        {
          title: 'Connections',
          unit: 'short',
          queries: {
            '{{service}} {{state}}': 'sum by (service, state) (marquee_db_pool_connections)',
            '{{service}} waiting': 'sum by (service) (marquee_db_pool_waiting)',
          },
        },
        {
          title: 'Cache hits',
          unit: 'percentunit',
          queries: {
            '{{cache}}': `${perSecond('marquee_cache_lookups_total', 'cache', '{result="hit"}')} / ${perSecond('marquee_cache_lookups_total', 'cache')}`,
          },
        },
        {
          title: 'Processor',
          about: 'Cores in use.',
          unit: 'short',
          queries: { '{{service}} {{instance}}': 'rate(process_cpu_seconds_total{service!=""}[$__rate_interval])' },
        },
        {
          title: 'Memory',
          unit: 'bytes',
          queries: { '{{service}} {{instance}}': 'process_resident_memory_bytes{service!=""}' },
        },
        {
          title: 'Delay of the event loop, p99',
          unit: 's',
          queries: { '{{service}} {{instance}}': 'marquee_event_loop_delay_seconds' },
        },
        {
          title: 'Starts',
          unit: 'short',
          queries: { '{{service}}': 'sum by (service) (changes(process_start_time_seconds{service!=""}[15m]))' },
        },
        {
          title: 'Spans dropped',
          unit: 'reqps',
          queries: { '{{service}}': perSecond('marquee_spans_dropped_total', 'service') },
        },
        {
          title: 'Error reports dropped',
          unit: 'reqps',
          queries: { '{{service}}': perSecond('marquee_error_reports_dropped_total', 'service') },
        },
      ],
    },
  ],
};
