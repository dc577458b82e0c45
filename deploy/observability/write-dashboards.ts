// `node deploy/observability/write-dashboards.ts`: writes the dashboards of dashboards.ts as Grafana's JSON files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboards } from './dashboards.ts';
import { dashboardFile, grafanaDashboard } from './grafana-dashboard.ts';

for (const dashboard of dashboards) {
  const path = join(import.meta.dirname, 'grafana', 'dashboards', dashboardFile(dashboard));
  writeFileSync(path, grafanaDashboard(dashboard));
}
