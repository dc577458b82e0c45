import { jsonText } from '../derived/json-text.ts';
import type { Dashboard, Panel } from './dashboard-parts.ts';

const SCHEMA_VERSION = 41;
const COLUMNS = 24;
const HEIGHT = 8;
const STAT_HEIGHT = 5;
const SOURCE = { type: 'prometheus', uid: 'prometheus' };

type GridPosition = { x: number; y: number; w: number; h: number };

/** The file of a dashboard: `overview.json`. */
export function dashboardFile({ uid }: Dashboard): string {
  return `${uid.replace(/^marquee-/, '')}.json`;
}

/** A dashboard as Grafana's provisioning reads it. */
export function grafanaDashboard({ uid, title, rows }: Dashboard): string {
  let y = 0;
  let id = 0;
  const panels = rows.flatMap(({ title: rowTitle, panels: own }) => {
    const row = { id: ++id, type: 'row', title: rowTitle, collapsed: false, gridPos: { x: 0, y, w: COLUMNS, h: 1 } };
    y += 1;
    const perLine = own.every(({ kind }) => kind === 'stat') ? own.length : 3;
    const width = Math.floor(COLUMNS / perLine);
    const height = perLine === own.length && own[0]?.kind === 'stat' ? STAT_HEIGHT : HEIGHT;
    const placed = own.map((panel, index) => {
      const x = (index % perLine) * width;
      return grafanaPanel(panel, ++id, { x, y: y + Math.floor(index / perLine) * height, w: width, h: height });
    });
    y += Math.ceil(own.length / perLine) * height;
    return [row, ...placed];
  });
  const dashboard = {
    ...{ uid, title, tags: ['marquee'], schemaVersion: SCHEMA_VERSION, version: 1, editable: false },
    ...{ time: { from: 'now-3h', to: 'now' }, refresh: '30s', timezone: 'browser', graphTooltip: 1 },
    ...{ templating: { list: [] }, annotations: { list: [] }, panels },
  };
  return jsonText(dashboard);
}

function grafanaPanel(panel: Panel, id: number, gridPos: GridPosition) {
  const { title, about = '', unit, kind = 'timeseries', queries, thresholds } = panel;
  const steps = [{ color: 'green', value: null }, ...coloured(thresholds)];
  const options =
    kind === 'stat'
      ? { colorMode: 'value', graphMode: 'area', reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false } }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } };
  return {
    ...{ id, type: kind, title, description: about, datasource: SOURCE, gridPos, options },
    fieldConfig: {
      defaults: { unit, min: 0, noValue: '–', thresholds: { mode: 'absolute', steps } },
      overrides: [],
    },
    targets: Object.entries(queries).map(([name, expr], index) => ({
      ...{ refId: String.fromCharCode('A'.charCodeAt(0) + index), datasource: SOURCE, expr, legendFormat: name },
    })),
  };
}

function coloured(thresholds: Panel['thresholds']) {
  if (!thresholds) return [];
  const [warn, bad] = thresholds;
  return [
    { color: 'yellow', value: warn },
    { color: 'red', value: bad },
  ];
}
